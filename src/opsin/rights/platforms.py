"""The licences of platforms for free pictures. Each has terms of its own; none of them is CC0."""

from typing import Literal

from opsin.rights.licence import Credit, Evidence, Family, Licence, Permission

Platform = Literal["unsplash", "pexels", "pixabay"]

_PLATFORMS = {
    "unsplash": ("Unsplash", "https://unsplash.com/license"),
    "pexels": ("Pexels", "https://www.pexels.com/license/"),
    "pixabay": ("Pixabay", "https://pixabay.com/service/license-summary/"),
}
_RESTRICTIONS = (
    "not to be sold unchanged",
    "not for a competing service",
    "people, trademarks and works shown are not cleared",
)


def platform_licence(platform: Platform, *, field: str = "provider") -> Licence:
    """Build the record of a platform's licence, which covers every picture that its interface gives.

    Commercial use and changes are allowed within the restrictions; the author is asked to be named. A filter for
    licences that let a picture be sold does not pass it, because the picture by itself may not be.

    Args:
        platform: Which one.
        field: What told that the picture is the platform's; the answer itself where a picture has no such field.
    """
    name, url = _PLATFORMS[platform]
    return Licence(
        family=Family.PLATFORM,
        name=f"{name} licence",
        spdx=f"LicenseRef-{name}",
        url=url,
        commercial=Permission.YES,
        modify=Permission.YES,
        attribution=Credit.REQUESTED,
        restrictions=_RESTRICTIONS,
        evidence=Evidence(field, platform),
    )


def unsplash_licence(*, plus: object = False) -> Licence:
    """Read the licence of an Unsplash photo. Those of Unsplash+ (`plus` or `premium`) are sold under other terms."""
    if not plus:
        return platform_licence("unsplash")
    return Licence(
        family=Family.PLATFORM,
        name="Unsplash+ licence",
        spdx="LicenseRef-Unsplash-Plus",
        url="https://unsplash.com/plus/license",
        restrictions=("for subscribers of Unsplash+",),
        evidence=Evidence("plus", "true"),
    )
