"""Icons, drawings and terms as JSON values, for the store and for sidecars, and read back without trust in them."""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields, replace
from typing import Any

from opsin.icons.catalogue.set_file import is_name
from opsin.icons.icon import Body, Icon, IconSet, Style
from opsin.icons.licences.duties import ShareAlike
from opsin.icons.licences.licence_json import license_json
from opsin.icons.licences.terms import Terms, normal
from opsin.rights.links import web_link

_MOST_ALIASES, _MOST_CATEGORIES = 100, 20
_OTHER_NAMES = {"guidelines": "brand_guidelines"}


def icon_json(icon: Icon) -> dict[str, Any]:
    """The icon with its set, and of its further names and categories so many as a sidecar has room for."""
    told = replace(icon, aliases=icon.aliases[:_MOST_ALIASES], categories=icon.categories[:_MOST_CATEGORIES])
    return asdict(told)


def icon_from(value: object) -> Icon | None:
    """Read what `icon_json` wrote, also of another version; None for anything else."""
    if not isinstance(value, Mapping) or not is_name(value.get("name")):
        return None
    about = value.get("set")
    if not isinstance(about, Mapping) or not is_name(about.get("prefix")):
        return None
    try:
        style = Style(str(value.get("style", "none")))
    except ValueError:
        style = Style.NONE
    icon_set = IconSet(**{**_fitting(about, IconSet), "prefix": about["prefix"]})
    return Icon(**{**_fitting(value, Icon), "set": icon_set, "name": value["name"], "style": style})


def body_json(body: Body) -> dict[str, Any]:
    """A drawing."""
    return asdict(body)


def body_from(value: object) -> Body | None:
    """Read what `body_json` wrote; None for anything else. Nothing of its markup is checked."""
    if not isinstance(value, Mapping) or not isinstance(value.get("markup"), str):
        return None
    sides = {name: value.get(name) for name in ("left", "top", "width", "height")}
    if not all(isinstance(side, int | float) and not isinstance(side, bool) for side in sides.values()):
        return None
    return Body(value["markup"], **sides)  # type: ignore[arg-type]


def terms_json(terms: Terms) -> dict[str, Any]:
    """The licence as answers carry it, and what only a notice needs."""
    return {**license_json(terms), "own": terms.own, "credited": terms.credited}


def terms_from(value: object) -> Terms | None:
    """Read what `terms_json` wrote; None for anything else. An expression or address that is none is left out."""
    if not isinstance(value, Mapping):
        return None
    told: dict[str, Any] = {}
    for one in fields(Terms):
        given = value.get(_OTHER_NAMES.get(one.name, one.name))
        wanted = bool if one.type is bool or one.type == "bool" else str
        if not isinstance(given, wanted):
            return None
        told[one.name] = given
    try:
        reach = ShareAlike(told["share_alike"])
    except ValueError:
        return None
    links: dict[str, Any] = {name: web_link(told[name]) for name in ("url", "evidence_url", "guidelines")}
    return Terms(**{**told, **links, "spdx": normal(told["spdx"]), "share_alike": reach})


def _fitting(value: Mapping[Any, Any], kind: type) -> dict[str, Any]:
    """The fields of a value that are of the right type; lists of texts become tuples."""
    found: dict[str, Any] = {}
    for one in fields(kind):
        given = value.get(one.name)
        default = "" if one.default is MISSING and one.default_factory is MISSING else one.default
        if default is MISSING or not isinstance(default, str | bool | int):
            default = ()
        if isinstance(default, tuple):
            if isinstance(given, list | tuple) and all(isinstance(part, str) for part in given):
                found[one.name] = tuple(given)
        elif type(given) is type(default):
            found[one.name] = given
    return found
