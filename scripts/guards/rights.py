"""Guards on licences, and on what is written of them into credit lines."""

from scripts.guards.guard import Guard

_RIGHTS = "src/opsin/rights/"
_IMAGES = "src/opsin/images/"

_POLICY = ("tests/rights/test_policy.py",)
_MARKUP = ("tests/rights/test_markup.py", "tests/rights/test_attribution.py")
_LINKS = ("tests/rights/test_links.py",)

RIGHTS = (
    Guard(
        "rights: a contradiction is unknown",
        f"{_RIGHTS}agreement.py",
        "return any(_terms(reading) != _terms(readings[0]) for reading in readings[1:])",
        "return False",
        ("tests/rights/test_wikimedia_licence.py", "tests/rights/test_openverse_licence.py"),
    ),
    Guard(
        "rights: nc is read as a part",
        f"{_RIGHTS}creative_commons.py",
        'commercial=Permission.NO if "nc" in has else Permission.YES,',
        "commercial=Permission.YES,",
        ("tests/rights/test_creative_commons.py",),
    ),
    Guard(
        "rights: nd is read as a part",
        f"{_RIGHTS}creative_commons.py",
        'modify=Permission.NO if "nd" in has else Permission.YES,',
        "modify=Permission.YES,",
        ("tests/rights/test_creative_commons.py",),
    ),
    Guard(
        "rights: parts that there are none of",
        f"{_RIGHTS}creative_commons.py",
        "code = _PARTS.get(parts.lower())",
        'code = _PARTS.get(parts.lower(), "by")',
        ("tests/rights/test_creative_commons.py",),
    ),
    Guard(
        "rights: a public domain with conditions is none",
        f"{_RIGHTS}wikimedia.py",
        ' and not {"nc", "nd"} & set(words.split("-"))',
        "",
        ("tests/rights/test_wikimedia_licence.py",),
    ),
    Guard(
        "rights: a family that is not known allows nothing",
        f"{_RIGHTS}licence.py",
        "Family(family) if family in set(Family) else Family.OTHER",
        "Family(family) if family in set(Family) else Family.CC0",
        ("tests/rights/test_licence.py",),
    ),
    Guard(
        "rights: what is not known passes no filter",
        f"{_RIGHTS}policy.py",
        "if licence.family is not Family.CC or licence.commercial is not Permission.YES:",
        "if licence.commercial is Permission.NO:",
        _POLICY,
    ),
    Guard(
        "rights: what may not be sold passes no filter",
        f"{_RIGHTS}policy.py",
        "if licence.family is not Family.CC or licence.commercial is not Permission.YES:",
        "if licence.family is not Family.CC:",
        _POLICY,
    ),
    Guard(
        "rights: what may not be changed is not for share-alike",
        f"{_RIGHTS}policy.py",
        " and licence.modify is Permission.YES)",
        ")",
        _POLICY,
    ),
    Guard(
        "rights: a claim passes no filter",
        f"{_IMAGES}filters.py",
        "if allows(hit.licence, wanted):",
        "if hit.claim or allows(hit.licence, wanted):",
        ("tests/images/test_filters.py",),
    ),
    Guard(
        "rights: who states no licences is not asked for some",
        f"{_IMAGES}merging.py",
        "if query.licence is not LicenceFilter.ANY and not turn.provider.capabilities.licence_evidence:",
        "if False:",
        ("tests/images/test_wanted_licences.py", "tests/images/test_merging.py"),
    ),
    Guard(
        "rights: a licence is not lent to what looks alike",
        f"{_IMAGES}filling.py",
        "                better.alike += [worse.hit, *worse.alike]\n",
        "                better.hit = __import__('dataclasses').replace(worse.hit, licence=better.hit.licence)\n"
        "                better.alike += [worse.hit, *worse.alike]\n",
        ("tests/images/test_filling.py",),
    ),
    Guard(
        "pictures' own addresses stay inside",
        f"{_IMAGES}hit.py",
        "pictures = [one for one in (self.original, self.thumbnail, *self.renditions) if one]",
        "pictures: list[str] = []",
        ("tests/images/test_hit.py",),
    ),
    Guard(
        "credits: Markdown in texts",
        f"{_RIGHTS}markup.py",
        "escaped = _HOST_DOT.sub(_ESCAPED, _SPECIAL.sub(_ESCAPED, text))",
        "escaped = text",
        _MARKUP,
    ),
    Guard(
        "credits: links that Markdown makes by itself",
        f"{_RIGHTS}markup.py",
        "escaped = _HOST_DOT.sub(_ESCAPED, _SPECIAL.sub(_ESCAPED, text))",
        "escaped = _SPECIAL.sub(_ESCAPED, text)",
        _MARKUP,
    ),
    Guard(
        "credits: lists that Markdown makes of a line's start",
        f"{_RIGHTS}markup.py",
        'return _LEADING.sub(lambda found: f"\\\\{found[1]}" if found[1] else f"{found[2]}\\\\", escaped)',
        "return escaped",
        _MARKUP,
    ),
    Guard(
        "credits: Markdown in names of links",
        f"{_RIGHTS}markup.py",
        "shown = _SPECIAL.sub(_ESCAPED, text)",
        "shown = text",
        _MARKUP,
    ),
    Guard("credits: HTML in texts", f"{_RIGHTS}markup.py", "text=html.escape", "text=str", _MARKUP),
    Guard(
        "credits: HTML in names of links",
        f"{_RIGHTS}markup.py",
        ">{html.escape(text)}</a>",
        ">{text}</a>",
        _MARKUP,
    ),
    Guard(
        "credits: addresses are checked before they are linked",
        f"{_RIGHTS}attribution.py",
        "return markup.link(name, shown) if target else markup.text(name)",
        "return markup.link(name, address)",
        _MARKUP,
    ),
    Guard("links: schemes", f"{_RIGHTS}links.py", 'r"(https?)://', r'r"(\w+)://', _LINKS),
    Guard("links: what could end them", f"{_RIGHTS}links.py", "quote(rest, safe=_KEPT)", "rest", _LINKS),
    Guard("links: hosts", f"{_RIGHTS}links.py", ' if _HOST.fullmatch(name) else ""', "", _LINKS),
)
