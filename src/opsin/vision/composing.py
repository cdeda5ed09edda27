"""Everything that was found out about the images, made into one report. Nothing is opened or asked here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from opsin.ocr.lines import Read
from opsin.ocr.strays import is_stray
from opsin.pixels.plain import PlainPixels
from opsin.settings import Settings
from opsin.vision.asking import Asked, Part
from opsin.vision.choosing import EMBEDDED
from opsin.vision.difference import Difference, compare
from opsin.vision.embedded.changed_boxes import changed_layout
from opsin.vision.embedded.table_rows import in_rows
from opsin.vision.engines.base import Sent
from opsin.vision.engines.ocr import embedded_report
from opsin.vision.evidence import Evidence, Heard, merge
from opsin.vision.facts.gather import gather
from opsin.vision.facts.placing import placed_read
from opsin.vision.masking import masked_read, masked_reply
from opsin.vision.refused import VisionRefused
from opsin.vision.reply_parsing import MOST_ITEMS
from opsin.vision.report import Receipt, Report, TextLine
from opsin.vision.request import Look

STILL_ASKED = "it is still at work; the same call again collects its answer"
_KEYS = ("vision_", "project_dir")
_ADDRESS = "vision_ollama_host"
_IN_PROCESS = "in process"
_BY_ITSELF = "Text was read and colours were measured on this machine, by code that opens no connection."


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found out.

    Attributes:
        shown: The real path or the id of each image.
        pixels: Of each image, or of the region that is looked at.
        reads: The text of each image, with boxes in these pixels.
        asked: What a model wrote; None where none has answered.
        engine: The engine with a model that was asked; empty for none.
        refused: Why it gave no answer.
        pending: Something is still being worked on.
        notes: What else is to be known of the files.
    """

    shown: tuple[str, ...]
    pixels: tuple[PlainPixels, ...]
    reads: tuple[Read, ...]
    asked: Asked | None = None
    engine: str = ""
    refused: VisionRefused | None = None
    pending: bool = False
    notes: tuple[str, ...] = ()


def compose(look: Look, looked: Looked, settings: Settings) -> Report:
    """Make the report. It measures pixels, which takes a while: call it in a thread."""
    reads, masked = _masked_reads(looked.reads, settings)
    facts = [gather(pixels, read) for pixels, read in zip(looked.pixels, reads, strict=True)]
    difference = _difference(looked.pixels, reads, facts)
    placed = [placed_read(read, pixels) for read, pixels in zip(reads, looked.pixels, strict=True)]
    told: Mapping[str, Any] = difference.to_json() if difference is not None else {}
    if looked.asked is None:
        report = _embedded(look, looked, facts, placed, told, settings)
    else:
        report, more = _of_model(look, looked, looked.asked, facts, placed, told, settings)
        masked = max(masked, more)
    notes = (*_unused(looked.engine, settings), *looked.notes, *_reading_notes(looked.reads), *report.notes)
    return replace(report, masked=masked, pending=looked.pending, notes=tuple(dict.fromkeys(notes)))


def _masked_reads(reads: Sequence[Read], settings: Settings) -> tuple[list[Read], int]:
    if not settings.vision_mask_secrets:
        return list(reads), 0
    masked = [masked_read(read) for read in reads]
    return [read for read, _ in masked], sum(count for _, count in masked)


def _difference(
    pixels: Sequence[PlainPixels], reads: Sequence[Read], facts: Sequence[Mapping[str, Any]]
) -> Difference | None:
    if len(pixels) < 2:  # noqa: PLR2004 - a difference is between two
        return None
    before, after = (_without_icons(read).lines for read in reads)
    found = compare(pixels[0], pixels[1], before, after)
    return replace(found, layout=changed_layout(found, facts, pixels))


def _embedded(
    look: Look,
    looked: Looked,
    facts: Sequence[Mapping[str, Any]],
    reads: Sequence[Read],
    difference: Mapping[str, Any],
    settings: Settings,
) -> Report:
    refused = looked.refused
    why = STILL_ASKED if looked.pending and looked.engine and refused is None else ""
    if refused is not None and looked.engine:
        why = f"{refused.error_code}: {refused.message} {refused.hint}".strip()
    report = embedded_report(
        look,
        looked.shown[0],
        facts,
        reads,
        difference=difference,
        why_no_model=why,
        model=settings.vision_model,
        most_characters=settings.vision_max_output_chars,
    )
    receipt = Receipt(
        report.engine, _IN_PROCESS, report.model, "", (), left_machine=False, checked=(_BY_ITSELF,)
    )
    return replace(report, receipt=receipt)


def _of_model(
    look: Look,
    looked: Looked,
    asked: Asked,
    facts: Sequence[Mapping[str, Any]],
    reads: Sequence[Read],
    difference: Mapping[str, Any],
    settings: Settings,
) -> tuple[Report, int]:
    parts = (asked.whole, *asked.tiles)
    masked = 0
    heard: list[Heard] = []
    two = len(looked.shown) > 1
    for number, part in enumerate(parts):
        parsed = part.parsed
        if settings.vision_mask_secrets:
            parsed, count = masked_reply(parsed)
            masked += count
        heard.append(Heard(parsed, 0 if two and not number else part.image, tile=number > 0))
    evidence = merge(heard, [_without_icons(read) for read in reads], question=look.question)
    first = heard[0].parsed
    reply = asked.whole.reply
    return (
        Report(
            ok=True,
            engine=looked.engine,
            model=reply.model,
            source_path=looked.shown[0],
            mode=str(look.mode),
            answer=first.answer,
            observations=_observations(heard),
            text=_in_rows(evidence.lines),
            uncertainties=(*_not_whole(reads), *evidence.uncertainties)[:MOST_ITEMS],
            truncated=_cut(asked, heard, evidence, reads),
            facts=tuple(facts),
            difference=difference,
            receipt=_receipt(looked.engine, parts, asked.sent),
            notes=tuple(
                dict.fromkeys(
                    (
                        *asked.notes,
                        *(note for part in parts for note in part.reply.notes),
                        *(one.parsed.note for one in heard if one.parsed.note),
                    )
                )
            ),
        ),
        masked,
    )


def _without_icons(read: Read) -> Read:
    return replace(read, lines=tuple(line for line in read.lines if not is_stray(line.text, line.confidence)))


def _in_rows(lines: tuple[TextLine, ...]) -> tuple[TextLine, ...]:
    """Lines with the cells of a table's row as one, where all are of text recognition: a model's are as it wrote them."""
    return in_rows(lines) if all(line.source == EMBEDDED for line in lines) else lines


def _not_whole(reads: Sequence[Read]) -> list[str]:
    """What text recognition did not get to is missing beside a model too."""
    return [
        f"{f'Image {number}: ' if len(reads) > 1 else ''}Text recognition ended before all of it was read."
        for number, read in enumerate(reads, 1)
        if read.engine and not read.whole
    ]


def _cut(asked: Asked, heard: Sequence[Heard], evidence: Evidence, reads: Sequence[Read]) -> bool:
    """Whether something of the answer or of the text is not in the report.

    Tiles are there for the text: what a model left out of theirs is no loss where text recognition read the whole.
    """
    read_whole = all(read.engine and read.whole for read in reads) and bool(evidence.lines)
    of_tiles = asked.left_out > 0 or any(one.parsed.truncated for one in heard[1:])
    return heard[0].parsed.truncated or (of_tiles and not read_whole)


def _observations(heard: Sequence[Heard]) -> tuple[str, ...]:
    """Those of the whole first, then what the tiles add, as many as a report holds."""
    told = dict.fromkeys(text for one in heard for text in one.parsed.observations)
    return tuple(told)[:MOST_ITEMS]


def _receipt(engine: str, parts: Sequence[Part], sent: Sequence[Sent]) -> Receipt:
    reply = parts[0].reply
    return Receipt(
        engine=engine,
        address=reply.address,
        model=reply.model,
        digest=reply.digest,
        pictures=tuple(
            {
                "sha256": one.sha256,
                "width": one.width,
                "height": one.height,
                "bytes": len(one.data),
                "mime": one.mime,
                "image": one.image,
                "box": list(one.box),
            }
            for one in sent
        ),
        left_machine=any(part.reply.left_machine for part in parts),
        checked=tuple(dict.fromkeys(line for part in parts for line in part.reply.checked)),
    )


def _unused(engine: str, settings: Settings) -> list[str]:
    """Of the values for looking at images those that were given and are not used."""
    return [
        told
        for key, told in settings.unused.items()
        if key.startswith(_KEYS) and (key != _ADDRESS or engine == "ollama")
    ]


def _reading_notes(reads: Sequence[Read]) -> list[str]:
    return [read.note for read in reads if read.note]
