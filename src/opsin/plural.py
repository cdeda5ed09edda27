"""Numbers with their nouns: "1 picture", "2 pictures"."""


def counted(number: int, one: str, several: str = "") -> str:
    """The number and its noun.

    Args:
        number: How many there are.
        one: The noun for one.
        several: The noun for any other number; the one with an s where it is empty.
    """
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"
