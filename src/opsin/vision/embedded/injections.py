"""Lines in a picture that read like an instruction to an AI. They are told; nothing is done about what they say."""

import re
import unicodedata
from collections.abc import Sequence

_TELLING = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|context)\b",
        r"\b(?:system|developer)\s+(?:prompt|message|instructions?)\b",
        r"\byou are (?:now )?(?:an? |the )?(?:AI|assistant|language model|LLM|agent|chatbot)\b",
        r"\b(?:AI|LLM|language model|assistant|agent|claude|chatgpt|copilot)s?\b.{0,40}\b(?:must|should|please|have to)\b",
        r"\bdo not\b.{0,20}\b(?:tell|mention|reveal|inform|warn|show)\b.{0,30}\buser\b",
        r"\b(?:tool_call|function_call|tool_use|execute_command|run_command|run_shell|vision_analyze|image_download)\b",
        r"<\|?/?(?:im_start|im_end|system|assistant|endoftext|tool|instructions?)\|?>",
        r"\[/?INST\]",
        r"\bnew instructions?\s*:",
        r"\b(?:system|assistant|developer)\s*:\s*(?:forget|ignore|send|run|execute|delete|you|do not|never|always)\b",
        r"\b(?:forget|ignore|abandon)\b.{0,15}\btask\b",
    )
)


def suspicious_lines(lines: Sequence[str]) -> list[int]:
    """Give the places of lines that read like an instruction to an AI, alone or with the line after them."""
    found = set()
    for place, line in enumerate(lines):
        if _tells(line):
            found.add(place)
        elif (
            place + 1 < len(lines)
            and not _tells(lines[place + 1])
            and _tells(f"{line} {lines[place + 1].strip()}")
        ):
            found |= {place, place + 1}
    return sorted(found)


def _tells(text: str) -> bool:
    # Wide and mathematical letters read like plain ones.
    plain = unicodedata.normalize("NFKC", text)
    return any(pattern.search(plain) for pattern in _TELLING)
