"""The part of MediaWiki's API that a search for pictures uses: `action=query` with `generator=search` and `imageinfo`.

Pure: parameters in, the answer's JSON values out. The shape is that of `formatversion=2`
(https://www.mediawiki.org/wiki/API:Imageinfo, https://www.mediawiki.org/wiki/API:Search).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

THUMBNAIL_STEPS = (20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840)
"""Widths in pixels that Wikimedia makes thumbnails in; any other is rounded up to the next of them."""

MOST_RESULTS = 50
DEFAULT_RESULTS = 10
CC0_ITEM = "Q6938433"
"""The Wikidata item of CC0, which `haswbstatement:P275=` asks for."""

_SHORT_NAMES = {"cc0": "CC0", "pd": "Public domain"}
_LICENCE_URLS = {"cc0": "http://creativecommons.org/publicdomain/zero/1.0/deed.en"}


@dataclass(frozen=True, slots=True)
class WikiFile:
    """One file of a wiki. `thumbnail` gives the address of its thumbnail of a width that is one of the steps."""

    name: str
    url: str
    page: str
    thumbnail: Callable[[int], str]
    width: int
    height: int
    size_bytes: int
    sha1: str
    mime: str = "image/jpeg"
    author: str = ""
    description: str = ""
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search text asks for: plain words, and the operators that are kept to."""

    words: str
    cc0_only: bool = False
    least_width: int = 0


def read_search(text: str) -> Wanted:
    """Take a search text apart. Operators other than the licence's and the width's are passed over."""
    words, cc0_only, least_width = [], False, 0
    for word in text.split():
        operator, colon, value = word.partition(":")
        if not colon or not re.fullmatch(r"-?[a-z]+", operator):
            words.append(word)
        elif operator == "haswbstatement":
            cc0_only = value == f"P275={CC0_ITEM}"
        elif operator in {"filew", "filewidth"} and (number := re.fullmatch(r">=?(\d+)", value)):
            least_width = int(number[1])
    return Wanted(" ".join(words).replace('"', ""), cc0_only, least_width)


def answer(parameters: Mapping[str, str], find: Callable[[str], Sequence[WikiFile]]) -> dict[str, Any]:
    """Answer one request.

    Args:
        parameters: The parameters of the request.
        find: Gives the files that fit plain words, best first.
    """
    if parameters.get("action") != "query" or parameters.get("generator") != "search":
        return _error("badvalue", "This wiki answers action=query with generator=search alone.")
    if not parameters.get("gsrsearch", "").strip():
        return _error("missingparam", 'The "gsrsearch" parameter must be set.')
    try:
        limit = int(parameters.get("gsrlimit") or DEFAULT_RESULTS)
        offset = int(parameters.get("gsroffset") or 0)
        width = int(parameters.get("iiurlwidth") or 0)
    except ValueError:
        return _error("badinteger", "gsrlimit, gsroffset and iiurlwidth must be whole numbers.")
    wanted = read_search(parameters["gsrsearch"])
    files = [
        file
        for file in find(wanted.words)
        if (not wanted.cc0_only or file.licence == "cc0") and file.width >= wanted.least_width
    ]
    end = offset + max(1, min(limit, MOST_RESULTS))
    keys = frozenset(filter(None, parameters.get("iiextmetadatafilter", "").split("|")))
    result: dict[str, Any] = {"batchcomplete": True}
    if end < len(files):
        result["continue"] = {"gsroffset": end, "continue": "gsroffset||"}
    if pages := [
        _page(file, index, width, keys) for index, file in enumerate(files[offset:end], start=offset + 1)
    ]:
        # As MediaWiki does, by page and not by rank: a client has to sort by the index.
        result["query"] = {"pages": sorted(pages, key=lambda page: str(page["title"]))}
    return result


def thumbnail_step(width: int) -> int:
    """The width that a thumbnail asked for with `width` pixels has."""
    return next((step for step in THUMBNAIL_STEPS if step >= width), THUMBNAIL_STEPS[-1])


def _page(file: WikiFile, index: int, width: int, keys: frozenset[str]) -> dict[str, Any]:
    return {
        "pageid": 1_000 + int(file.sha1[:6], 16),
        "ns": 6,
        "title": f"File:{file.name}",
        "index": index,
        "imagerepository": "local",
        "imageinfo": [
            {
                "size": file.size_bytes,
                "width": file.width,
                "height": file.height,
                **_thumbnail(file, width),
                "url": file.url,
                "descriptionurl": file.page,
                "sha1": file.sha1,
                "mime": file.mime,
                "extmetadata": {
                    key: {"value": value, "source": "commons-desc-page"}
                    for key, value in _metadata(file).items()
                    if not keys or key in keys
                },
            }
        ],
    }


def _thumbnail(file: WikiFile, width: int) -> dict[str, Any]:
    if not width:
        return {}
    step = thumbnail_step(width)
    if step >= file.width:
        return {
            "thumburl": file.url,
            "thumbwidth": file.width,
            "thumbheight": file.height,
            "thumbmime": file.mime,
        }
    height = max(1, round(file.height * step / file.width))
    return {
        "thumburl": file.thumbnail(step),
        "thumbwidth": step,
        "thumbheight": height,
        "thumbmime": "image/jpeg",
    }


def _metadata(file: WikiFile) -> dict[str, str]:
    """The fields of extmetadata; text is HTML there."""
    known = {
        "ObjectName": escape(file.description),
        "ImageDescription": escape(file.description),
        "Artist": f'<span class="fn">{escape(file.author)}</span>' if file.author else "",
        "License": file.licence,
        "LicenseShortName": _SHORT_NAMES.get(file.licence, file.licence),
        "LicenseUrl": _LICENCE_URLS.get(file.licence, ""),
        "Copyrighted": "False" if file.licence == "pd" else "True",
        "AttributionRequired": "false" if file.licence in {"cc0", "pd"} else "true",
    }
    return {key: value for key, value in known.items() if value}


def _error(code: str, info: str) -> dict[str, Any]:
    return {"error": {"code": code, "info": info}}
