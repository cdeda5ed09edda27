"""Secrets taken out of what was read and of what a model wrote, before anything is made of it."""

from dataclasses import replace

from opsin.ocr.lines import Read
from opsin.vision.reply_parsing import Parsed
from opsin.vision.secrets import mask, mask_lines


def masked_read(read: Read) -> tuple[Read, int]:
    """The text without its secrets, and how many there were."""
    texts, count = mask_lines([line.text for line in read.lines])
    lines = tuple(replace(line, text=text) for line, text in zip(read.lines, texts, strict=True))
    codes = []
    for code in read.codes:
        text, more = mask(code.text)
        codes.append(replace(code, text=text))
        count += more
    return replace(read, lines=lines, codes=tuple(codes)), count


def masked_reply(parsed: Parsed) -> tuple[Parsed, int]:
    """A model's report without the secrets that it repeats, and how many there were."""
    answer, in_answer = mask(parsed.answer)
    observations, in_observations = mask_lines(parsed.observations)
    visible_text, in_text = mask_lines(parsed.visible_text)
    uncertainties, in_uncertainties = mask_lines(parsed.uncertainties)
    masked = replace(
        parsed,
        answer=answer,
        observations=observations,
        visible_text=visible_text,
        uncertainties=uncertainties,
    )
    return masked, in_answer + in_observations + in_text + in_uncertainties
