"""The colour that is asked for, checked: a name or code of CSS, never a text that is passed on."""

import re

from opsin.errors import InvalidInput

CURRENT = "currentColor"

_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION = re.compile(r"(rgba?|hsla?)\(([0-9.%,/ deg]{1,60})\)")
_PART = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,4})?(?:%|deg)?")

_PARTS = (3, 4)

_NAMES = (
    "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood "
    "cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray "
    "darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen "
    "darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue "
    "firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew "
    "hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan "
    "lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray "
    "lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue "
    "mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred "
    "midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid "
    "palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple "
    "rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue "
    "slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white "
    "whitesmoke yellow yellowgreen"
)
NAMES = frozenset(_NAMES.split())
"""The named colours of CSS (www.w3.org/TR/css-color-4, "Named Colors")."""


def checked_colour(text: str) -> str:
    """Give a colour as it may stand in a drawing: a name, `#…`, `rgb(…)` or `hsl(…)` of CSS, or `currentColor`.

    Raises:
        InvalidInput: it is none of these.
    """
    plain = " ".join(text[:80].lower().split())
    if plain == CURRENT.lower():
        return CURRENT
    if plain in NAMES or _HEX.fullmatch(plain):
        return plain
    if found := _FUNCTION.fullmatch(plain):
        parts = re.split(r"[,/ ]+", found[2].strip())
        if len(parts) in _PARTS and all(map(_PART.fullmatch, parts)):
            return f"{found[1]}({','.join(parts)})" if "," in found[2] else plain
    raise InvalidInput(
        "The colour is none of CSS.",
        hint="Give a name such as teal, a code such as #0a7, or rgb(0, 128, 128).",
    )
