"""What kind of picture a file probably is (a screenshot, a photo, a scan), from its name, its folder and its facts."""

import re
from dataclasses import dataclass
from enum import StrEnum

from opsin.pixels.metadata import Metadata


class Kind(StrEnum):
    """The kinds that are told apart."""

    SCREENSHOT = "screenshot"
    PHOTO = "photo"
    SCAN = "scan"
    ANIMATION = "animation"


WORDS = {
    Kind.SCREENSHOT: "screenshot screen shot screengrab screencap capture",
    Kind.PHOTO: "photo photograph photography camera snapshot",
    Kind.SCAN: "scan scanned document",
    Kind.ANIMATION: "animation animated",
}
"""By which words each is found."""

# The names that systems and programs give: macOS, Windows, GNOME, KDE, Android, iOS, and their translations.
_SCREENSHOT = re.compile(
    r"screen[ _-]?(?:shot|cap|grab|clip)|screenshot|snap?shot_\d|bildschirmfoto|bildschirmaufnahme|capture d.(?:é|e)cran"
    r"|captura(?: de (?:pantalla|ecr(?:ã|a)))?|schermafbeelding|schermata|istantanea|sk(?:ä|a)rm(?:avbild|bild)"
    r"|zrzut ekranu|snímek obrazovky|снимок экрана|скриншот|скрін|スクリーンショット|截图|截圖|屏幕快照|螢幕擷取|스크린샷"
    r"|cleanshot|snipaste|greenshot|sharex|flameshot|ksnip|spectacle",
    re.IGNORECASE,
)
_PHOTO = re.compile(
    r"(?:^|[^a-z])(?:img|dsc[nf]?|dscf|pxl|mvimg|p10[0-9]|gopr|dji|imag|pict|sam)[ _-]?\d{3,}", re.IGNORECASE
)
_SCAN = re.compile(
    r"(?:^|[^a-z])scan(?:ned|n?e?d?)?(?=[^a-z]|$)|camscanner|adobe scan|genius ?scan|gescannt|numéris",
    re.IGNORECASE,
)
_PHOTO_FOLDERS = frozenset({"dcim", "camera", "camera roll", "camerabilder"})
_SCANNERS = re.compile(r"scan|perfection|canoscan|fi-\d{4}|twain|vuescan|silverfast", re.IGNORECASE)
_BY_CAMERA = re.compile(r"screen ?shot", re.IGNORECASE)

# Long and short side in pixels of common screens, phones held upright included; twice as many are asked for below.
_SCREENS = frozenset(
    {
        (1366, 768), (1280, 800), (1440, 900), (1600, 900), (1680, 1050), (1920, 1080), (1920, 1200), (2560, 1080),
        (2560, 1440), (2560, 1600), (2880, 1800), (3440, 1440), (3024, 1964), (3456, 2234), (2940, 1912), (3840, 2160),
        (3840, 1600), (5120, 2880), (1334, 750), (1792, 828), (2208, 1242), (2340, 1080), (2400, 1080), (2436, 1125),
        (2532, 1170), (2556, 1179), (2622, 1206), (2688, 1242), (2778, 1284), (2796, 1290), (2868, 1320), (2360, 1640),
        (2388, 1668), (2732, 2048), (3200, 1440), (2280, 1080), (2160, 1080), (1600, 720), (1280, 720),
    }
)  # fmt: skip
_PAPERS = (297 / 210, 11 / 8.5, 14 / 8.5)
_LIKE_PAPER = 0.01
_DOTS_PER_INCH = (150, 200, 240, 300, 400, 600)
_NARROW_SIDES_INCH = (210 / 25.4, 8.5)


@dataclass(frozen=True, slots=True)
class Form:
    """What is known of a picture's file once it was read: pixels, and what it is."""

    width: int
    height: int
    format: str
    animated: bool = False


def kinds_of(name: str, folders: tuple[str, ...], form: Form | None, metadata: Metadata) -> tuple[Kind, ...]:
    """Tell the kinds of a picture; none where nothing speaks for one.

    Args:
        name: The file's name.
        folders: The names of the folders that it lies in, the innermost last.
        form: None where the file was not read.
        metadata: What the file says.
    """
    kinds = []
    if form is not None and form.animated:
        kinds.append(Kind.ANIMATION)
    if _is_screenshot(name, folders, form, metadata):
        kinds.append(Kind.SCREENSHOT)
    elif _is_scan(name, form, metadata):
        kinds.append(Kind.SCAN)
    elif metadata.camera or _PHOTO.search(name) or any(one.casefold() in _PHOTO_FOLDERS for one in folders):
        kinds.append(Kind.PHOTO)
    return tuple(kinds)


def _is_screenshot(name: str, folders: tuple[str, ...], form: Form | None, metadata: Metadata) -> bool:
    inner = folders[-1] if folders else ""
    if _SCREENSHOT.search(name) or _SCREENSHOT.search(inner) or _BY_CAMERA.fullmatch(metadata.caption):
        return True
    if form is None or metadata.camera or form.format not in {"png", "webp"}:
        return False
    return (max(form.width, form.height), min(form.width, form.height)) in _SCREENS


def _is_scan(name: str, form: Form | None, metadata: Metadata) -> bool:
    if _SCAN.search(name) or _SCANNERS.search(metadata.camera) or _SCANNERS.search(metadata.software):
        return True
    if form is None or metadata.camera:
        return False
    long, short = max(form.width, form.height), min(form.width, form.height)
    on_paper = any(abs(long / short - ratio) < _LIKE_PAPER for ratio in _PAPERS)
    return on_paper and any(
        abs(short - side * dots) <= dots * 0.02 for side in _NARROW_SIDES_INCH for dots in _DOTS_PER_INCH
    )
