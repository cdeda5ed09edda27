"""What a guard is, for the lists beside this file: where it stands, how it is taken out, who must notice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Guard:
    """One guard.

    Attributes:
        name: What it holds back.
        file: Where it stands, from the project's folder.
        text: The text that is taken out; it stands exactly once in the file.
        instead: What stands there without the guard; the file is still Python.
        tests: What is given to pytest; at least one of them must fail without the guard.
    """

    name: str
    file: str
    text: str
    instead: str
    tests: tuple[str, ...]
