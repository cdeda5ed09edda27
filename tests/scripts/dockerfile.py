"""Reading a Dockerfile's steps and a .dockerignore, as far as ours use them."""

import re
from dataclasses import dataclass
from fnmatch import fnmatch


@dataclass(frozen=True, slots=True)
class Step:
    word: str
    rest: str


def steps(text: str) -> list[Step]:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    joined = re.sub(r"\\\n", "", "\n".join(lines))
    return [Step(*line.split(maxsplit=1)) for line in joined.splitlines()]


def ignored(patterns: str, path: str) -> bool:
    found = False
    for line in patterns.split():
        pattern = line.removeprefix("!")
        if fnmatch(path, pattern) or path.startswith(f"{pattern}/"):
            found = not line.startswith("!")
    return found
