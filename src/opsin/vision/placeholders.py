"""Signs that steer a model, taken out of what a caller wrote.

A server puts an image where the text says `[img]`, and ends a turn where it says `<|im_end|>`. In a question such a
sign would move an image, drop it, or speak in somebody else's name. Its brackets are replaced, so that a reader
still sees what was meant: `[img]` becomes `(img)`, and `<image>` gets single guillemets for its angles.
"""

import re
import unicodedata

from opsin.text import clean

_LINE_CHARACTERS = 4_000

_OPENED, _CLOSED = "\u2039", "\u203a"

# With the wide and small forms that compatibility normalisation turns into the plain ones.
_LESS, _MORE = "[<\ufe64\uff1c]", "[>\ufe65\uff1e]"
_SQUARE, _SQUARE_END = "[\\[\ufe47\uff3b]", "[\\]\ufe48\uff3d]"
_BAR = "[|\uff5c]"
_ANGLES_AND_SQUARES = str.maketrans(
    {**dict.fromkeys("<\ufe64\uff1c", _OPENED), **dict.fromkeys("[\ufe47\uff3b", "(")}
)

# Words that stand in angle brackets in the templates and vocabularies of vision models and chat models:
# Qwen-VL, Gemma, LLaVA, MiniCPM-V, Idefics and SmolVLM, InternVL, Florence, Kimi, DeepSeek, Llama, Phi, GLM, and
# the markers of llama.cpp and vLLM. Compared without case, blanks, hyphens and underscores.
_ANGLE_WORDS = (
    r"(?:im(?:g|age)s?|audio|video|media)(?:\d+|soft|token|pad|start|end|patch|content|placeholder|newline|unused)*",
    r"(?:start|end|begin|boi|eoi|bos|eos)of(?:image|img|audio|video|turn|utterance|sentence|text|box|think)",
    r"globalimg|faketokenaroundimage|rowcol|row\d+col\d+|slice(?:id)?|quad|box|ref|point|grounding|unit|boi|eoi|boa",
    r"im(?:start|end|sep|patch|col|row)|vision(?:start|end|pad)|visual|imgcontext|imgctx|imagenewline|tile\d*",
    r"s|sys|inst|bos|eos|pad|unk|mask|cls|sep|eot|eom|eod|eop|sop|gmask|endoftext|reserved\w*|unused\d*|extraid\d+",
    r"think|thinking|thought|reasoning|answer|tool(?:call|calls|response|s)?|system|user|assistant|human|channel|turn",
    r"fim(?:prefix|middle|suffix|pad)|repo(?:name)?|filesep|loc\d+|seg\d+|od|ocr|caption|0x[0-9a-f]{2}",
)
_SQUARE_WORDS = (
    r"(?:img|image|audio|video)[\w-]*",
    r"inst|toolcalls?|availabletools|toolresults?|toolcontent|systemprompt|modelsettings|think|gmask|smask",
)

_ANGLE_WORD = re.compile("|".join(f"(?:{word})" for word in _ANGLE_WORDS))
_SQUARE_WORD = re.compile("|".join(f"(?:{word})" for word in _SQUARE_WORDS))
_SPACERS = re.compile(r"[\s\-_\u2581/!|\uff5c]+")

_BARRED = re.compile(rf"{_LESS}(\s*/?\s*{_BAR}[^<>]{{0,80}}?){_MORE}")
_BARRED_START = re.compile(rf"{_LESS}(?=\s*/?\s*{_BAR})")
_BARRED_END = re.compile(rf"{_LESS}([^<>|\uff5c]{{1,80}}{_BAR}\s*){_MORE}")
_IN_ANGLES = re.compile(rf"{_LESS}([^<>\ufe64\ufe65\uff1c\uff1e]{{1,80}}){_MORE}")
_IN_SQUARES = re.compile(rf"{_SQUARE}([^\[\]\ufe47\ufe48\uff3b\uff3d]{{1,80}}){_SQUARE_END}")
_SQUARE_IMG = re.compile(rf"{_SQUARE}(?=\s*img)", re.IGNORECASE)


def harmless(text: str) -> str:
    """Make a text from outside such that no sign in it steers a model.

    What cannot be seen is taken out, lines are kept, and runs of blanks become one. Angle and square brackets that
    stand for anything else (comparisons, HTML elements, types, indexes) stay.
    """
    lines = (clean(line, _LINE_CHARACTERS) for line in text.splitlines())
    kept = "\n".join(line for line in lines if line)
    kept = _BARRED.sub(rf"{_OPENED}\1{_CLOSED}", kept)
    kept = _BARRED_START.sub(_OPENED, kept)
    kept = _BARRED_END.sub(rf"{_OPENED}\1{_CLOSED}", kept)
    kept = _IN_ANGLES.sub(_angle, kept)
    kept = _IN_SQUARES.sub(_square, kept)
    kept = _SQUARE_IMG.sub("(", kept)
    # What the rules above do not see (letters that only normalisation makes plain) costs all brackets.
    return kept.translate(_ANGLES_AND_SQUARES) if steers(kept) else kept


def steers(text: str) -> bool:
    """Whether a text holds a sign that steers a model, in any case, with any blanks, and once it is normalised."""
    plain = unicodedata.normalize("NFKC", text)
    if "<" not in plain and "[" not in plain:
        return False
    return bool(
        _BARRED_START.search(plain)
        or _BARRED_END.search(plain)
        or _SQUARE_IMG.search(plain)
        or any(_is(_ANGLE_WORD, found[1]) for found in _IN_ANGLES.finditer(plain))
        or any(_is(_SQUARE_WORD, found[1]) for found in _IN_SQUARES.finditer(plain))
    )


def _angle(found: re.Match[str]) -> str:
    return f"{_OPENED}{found[1]}{_CLOSED}" if _is(_ANGLE_WORD, found[1]) else found[0]


def _square(found: re.Match[str]) -> str:
    return f"({found[1]})" if _is(_SQUARE_WORD, found[1]) else found[0]


def _is(word: re.Pattern[str], inside: str) -> bool:
    plain = unicodedata.normalize("NFKC", inside).casefold()
    return word.fullmatch(_SPACERS.sub("", plain)) is not None
