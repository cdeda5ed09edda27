"""The facts of a picture in short sentences, for readers that get text alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_MOST_ITEMS = 12
_MOST_COLOURS = 6
_MOST_RED = 6
_PLURALS = (
    ("dialog", "Dialog", "Dialogs"),
    ("input", "Input", "Inputs"),
    ("tick box", "Tick box", "Tick boxes"),
    ("button", "Button", "Buttons"),
    ("notice", "Notice", "Notices"),
    ("bar", "Bar", "Bars"),
    ("panel", "Panel", "Panels"),
    ("box", "Box", "Boxes"),
)
_TITLE = 60


def sentences(facts: Mapping[str, Any]) -> list[str]:
    """Say what `gather` found; the most telling first."""
    return [
        sentence
        for sentence in (
            size_sentence(facts),
            nature_sentence(facts),
            colours_sentence(facts),
            *_see_through(facts),
            *_codes(facts),
            *layout_sentences(facts.get("boxes", ())),
            *_standing_out(facts),
        )
        if sentence
    ]


def size_sentence(facts: Mapping[str, Any]) -> str:
    """Say format, size and which part or page of it this is."""
    said = (
        f"{str(facts['format']).upper()}, {facts['width']}×{facts['height']} pixels, {_bytes(facts['bytes'])}"
    )
    if facts.get("pages", 1) > 1:
        said += f"; {'frame' if facts.get('animated') else 'page'} {facts['page']} of {facts['pages']}"
    if "region" in facts:
        said += f"; only the part {place(facts['region'])} was looked at"
    if facts.get("scale", 1.0) < 1:
        said += f"; reduced to {facts['scale']:.0%} of its size before it was measured"
    return said + "."


def nature_sentence(facts: Mapping[str, Any]) -> str:
    """Say whether it is blank, drawn or photographic, dark or light, sharp."""
    ground = facts.get("background")
    if facts.get("blank"):
        colour = facts["palette"][0] if facts.get("palette") else ground
        return f"Blank: all of it is {colour_words(colour)}." if colour else "Blank: it has one colour."
    parts = []
    if facts.get("nearly_blank"):
        parts.append("Almost blank: less than a thousandth of it differs from the background.")
    if facts.get("kind") == "drawn":
        theme = f", {facts['theme']} theme" if "theme" in facts else ""
        parts.append(f"Drawn by a program (flat areas){theme}.")
    elif facts.get("kind") == "photographic":
        dark = ", dark on the whole" if facts.get("theme") == "dark" else ""
        parts.append(f"Photographic: many shades, hardly any flat area{dark}.")
    if ground and facts.get("kind") != "photographic":
        share = f", {ground['share']:.0%} of the picture" if ground["share"] >= 0.01 else ""  # noqa: PLR2004
        parts.append(f"Background {colour_words(ground)}{share}.")
    if facts.get("blurred"):
        parts.append("No edge in it is sharp: it is blurred, out of focus or enlarged.")
    return " ".join(parts)


def colours_sentence(facts: Mapping[str, Any]) -> str:
    """Say the colours that take most of it."""
    shades = facts.get("palette", ())
    if facts.get("blank") or not shades:
        return ""
    told = "; ".join(f"{colour_words(shade)} {_share(shade['share'])}" for shade in shades[:_MOST_COLOURS])
    return f"Colours: {told}."


def layout_sentences(boxes: Sequence[Mapping[str, Any]]) -> list[str]:
    """Say which boxes the layout has, a sentence for each role."""
    said = []
    for role, one, more in _PLURALS:
        found = [box for box in boxes if box["role"] == role]
        if role == "box":
            found = [box for box in found if box.get("text") or box.get("fill", {}).get("hue")]
        if found:
            items = "; ".join(map(box_words, found[:_MOST_ITEMS]))
            rest = f"; and {len(found) - _MOST_ITEMS} more" if len(found) > _MOST_ITEMS else ""
            said.append(f"{one if len(found) == 1 else f'{len(found)} {more.lower()}'}: {items}{rest}.")
    return said


def box_words(box: Mapping[str, Any]) -> str:
    """Say one box: what is written in it, where it is, what stands out about it."""
    text, label = box.get("text", ""), box.get("label", "")
    words = f'"{text if box["role"] not in {"panel", "dialog"} else _title(text)}" ' if text else ""
    if not text and box["role"] == "input":
        words = "empty " if box.get("empty") else ""
    words += f'labelled "{label}" ' if label else ""
    marks = [box["state"]] if "state" in box else []
    fill, border = box.get("fill", {}), box.get("border", {})
    if (box["role"] in {"button", "notice"} and fill) or (box["role"] == "box" and fill.get("hue")):
        marks.append(fill["name"])
    if border.get("hue"):
        marks.append(f"{border['name']} border")
    if box.get("symbol_at_right"):
        marks.append("a symbol at its right end")
    return f"{words}at {place(box['box'])}{''.join(', ' + mark for mark in marks)}"


def place(box: Sequence[int]) -> str:
    """Say where a box is: upper left corner and size in pixels."""
    return f"{box[0]},{box[1]} ({box[2] - box[0]}×{box[3] - box[1]})"


def colour_words(shade: Mapping[str, Any]) -> str:
    """Say a colour by its name and as style sheets do."""
    return f"{shade['name']} {shade['hex']}"


def _title(text: str) -> str:
    """The first of the texts of a panel."""
    first = text.split(" / ", maxsplit=1)[0]
    return first if len(first) <= _TITLE else first[: _TITLE - 1] + "…"


def _see_through(facts: Mapping[str, Any]) -> Iterator[str]:
    if facts.get("transparent"):
        ground = {"light": "a light ground", "dark": "a dark ground", "checker": "a grey checker"}.get(
            facts.get("ground", "")
        )
        laid = f"; they were laid on {ground}, whose colour is left out here" if ground else ""
        yield f"Parts of it are see-through{laid}."


def _codes(facts: Mapping[str, Any]) -> Iterator[str]:
    for code in facts.get("codes", ()):
        yield f'{code["kind"]} at {place(code["box"])}: "{code["text"]}"'


def _standing_out(facts: Mapping[str, Any]) -> Iterator[str]:
    lines = facts.get("text", {}).get("standing_out", ())
    low = [line for line in lines if line.get("low_contrast")]
    if low:
        told = "; ".join(
            f'"{line["text"]}" at {place(line["box"])}, {line["ink"]} on {line["ground"]}, {line["contrast"]}:1'
            for line in low[:_MOST_ITEMS]
        )
        more = f"; and {len(low) - _MOST_ITEMS} more" if len(low) > _MOST_ITEMS else ""
        yield f"Text of low contrast (under 3:1): {told}{more}."
    red = red_text(facts)
    if red:
        yield red


def red_text(facts: Mapping[str, Any]) -> str:
    """Say which lines have red letters; empty for none."""
    red = [line for line in facts.get("text", {}).get("standing_out", ()) if "red" in line["hues"]]
    told = "; ".join(f'"{line["text"]}" at {place(line["box"])}' for line in red[:_MOST_RED])
    more = f"; and {len(red) - _MOST_RED} more" if len(red) > _MOST_RED else ""
    return f"Red letters in: {told}{more}." if red else ""


def _share(share: float) -> str:
    return f"{share:.0%}" if share >= 0.01 else "under 1%"  # noqa: PLR2004


def _bytes(count: int) -> str:
    if count < 1_000:  # noqa: PLR2004
        return f"{count} bytes"
    return f"{count / 1_000:.0f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"  # noqa: PLR2004
