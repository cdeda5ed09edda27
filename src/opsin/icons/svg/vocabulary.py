"""What icons are drawn with: the elements of SVG and the attributes that may stand in a drawing, and nothing else.

The list is what the 390,629 drawings of Iconify's data use (`@iconify/json` 2.2.535), with a few plain attributes of
the same kind (www.w3.org/TR/SVG2). Text, pictures, links, scripts, styles and foreign elements are not among them.
"""

from enum import Enum, auto

_SHAPES = "path g circle ellipse rect line polygon polyline defs use symbol"
_PAINT = "linearGradient radialGradient stop pattern clipPath mask marker"
_FILTER = (
    "filter feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feMorphology "
    "feOffset"
)
_MOTION = "animate animateMotion animateTransform set"

ANIMATIONS = frozenset(_MOTION.split())
ELEMENTS = frozenset(f"{_SHAPES} {_PAINT} {_FILTER}".split()) | ANIMATIONS

LINKING = frozenset({"use", "linearGradient", "radialGradient", "pattern"})
"""Elements with a `href`, which leads to another element of the same drawing."""


class Kind(Enum):
    """What the value of an attribute looks like."""

    NUMBERS = auto()
    PATH = auto()
    TRANSFORM = auto()
    COLOUR = auto()
    PAINT = auto()
    TARGET = auto()
    WORDS = auto()
    NAME = auto()
    STYLE = auto()
    TIMES = auto()
    LINK = auto()
    ID = auto()
    ANIMATED = auto()
    ANIMATION_VALUES = auto()


def _named(kind: Kind, names: str) -> dict[str, Kind]:
    return dict.fromkeys(names.split(), kind)


ATTRIBUTES: dict[str, Kind] = {
    **_named(Kind.ID, "id"),
    **_named(Kind.LINK, "href"),
    **_named(Kind.STYLE, "style"),
    **_named(Kind.PATH, "d path"),
    **_named(Kind.TRANSFORM, "transform gradientTransform patternTransform"),
    **_named(Kind.PAINT, "fill stroke"),
    **_named(Kind.COLOUR, "color stop-color flood-color"),
    **_named(Kind.TARGET, "clip-path mask filter marker-start marker-mid marker-end"),
    **_named(
        Kind.NUMBERS,
        "x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height viewBox points offset refX refY markerWidth "
        "markerHeight pathLength opacity fill-opacity stroke-opacity stop-opacity flood-opacity stroke-width "
        "stroke-miterlimit stroke-dasharray stroke-dashoffset transform-origin k1 k2 k3 k4 stdDeviation radius orient "
        "dur min max repeatCount repeatDur keyTimes keySplines keyPoints rotate",
    ),
    **_named(
        Kind.WORDS,
        "fill-rule clip-rule stroke-linecap stroke-linejoin vector-effect paint-order mask-type display visibility "
        "overflow color-interpolation color-interpolation-filters shape-rendering gradientUnits spreadMethod "
        "patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits "
        "markerUnits preserveAspectRatio operator mode calcMode additive accumulate restart type",
    ),
    **_named(Kind.NAME, "in in2 result"),
    **_named(Kind.TIMES, "begin end"),
    **_named(Kind.ANIMATED, "attributeName"),
    **_named(Kind.ANIMATION_VALUES, "values from to by"),
}

DROPPED = frozenset({"class", "attributeType"})
"""Attributes that draw nothing without a style sheet, or say what is so anyway."""

_ANIMATED = (
    "d transform points x y x1 y1 x2 y2 cx cy r rx ry width height opacity fill-opacity stroke-opacity stop-opacity "
    "fill stroke stop-color color offset stroke-width stroke-dasharray stroke-dashoffset stdDeviation"
)
ANIMATED = frozenset(_ANIMATED.split())
"""What may be animated. A `href` is not, nor is a style: they could become what the drawing itself must not have."""

DANGEROUS = frozenset(
    {"href", "src", "style", "class", "xlink", "xml", "xmlns", "content", "action", "formaction"}
)
"""Names, in small letters, whose animation is never passed over as one that does nothing."""

STYLES = frozenset({"mask-type", "mix-blend-mode", "isolation", "transform-origin", "transform-box"})
"""Properties that may stand in a `style`; all others stand in attributes."""
