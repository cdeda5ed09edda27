"""Colours in sRGB, whatever profile a picture comes with."""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageCms

from opsin.pixels.limits import MAX_PROFILE_BYTES

_SPACES = {"RGB": ("RGB", "RGBA"), "GRAY": ("L",), "CMYK": ("CMYK",)}
_BROKEN = (ImageCms.PyCMSError, OSError, ValueError, TypeError, AttributeError)


def describe_profile(profile: bytes | None) -> str:
    """The profile's own description; empty where there is none or it cannot be read."""
    return _read(profile)[1] if profile and len(profile) <= MAX_PROFILE_BYTES else ""


def to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Bring a picture in L, RGB, RGBA or CMYK to RGB or RGBA in sRGB.

    Cheapest after the picture has been made smaller. A profile that is broken, or of another kind than the
    pixels, is passed over: the picture is then taken as sRGB, or as the usual inks.
    """
    if profile and len(profile) <= MAX_PROFILE_BYTES:
        transform = _transform(profile, image.mode)
        if transform is not None:
            try:
                return transform.apply(image)
            except _BROKEN:
                pass
    return image if image.mode in {"RGB", "RGBA"} else image.convert("RGB")


@lru_cache(maxsize=8)
def _read(profile: bytes) -> tuple[str, str]:
    """The profile's colour space ("RGB", "GRAY", "CMYK"; empty where broken) and its description."""
    try:
        opened = ImageCms.ImageCmsProfile(BytesIO(profile))
        return opened.profile.xcolor_space.strip(), (opened.profile.profile_description or "").strip()
    except _BROKEN:
        return "", ""


@lru_cache(maxsize=8)
def _transform(profile: bytes, mode: str) -> ImageCms.ImageCmsTransform | None:
    """The way from the profile to sRGB; None where there is nothing to do or the profile does not fit."""
    space, description = _read(profile)
    if mode not in _SPACES.get(space, ()) or "sRGB" in description:
        return None
    try:
        return ImageCms.buildTransform(
            ImageCms.ImageCmsProfile(BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            mode,
            "RGBA" if mode == "RGBA" else "RGB",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        )
    except _BROKEN:
        return None
