"""Write the stems of the words in the table of phrases, so that no search has to make thousands of them.

python scripts/catalogue/phrase_stems.py
"""

import argparse
from pathlib import Path

from opsin.icons.search import phrase_table
from opsin.icons.search.phrase_table import PHRASES, STEMS, phrase_stem, phrase_words

FOLDER = Path(phrase_table.__file__).parent


def stems(table: str) -> str:
    """The file's text for the text of a table: on each line a word and its stem, by the alphabet."""
    words = {
        word
        for line in table.splitlines()
        if line.strip() and not line.startswith("#")
        for wording in line.partition(":")[0].split(",")
        for word in phrase_words(wording)
    }
    return "".join(f"{word} {phrase_stem(word)}\n" for word in sorted(words))


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    text = stems((FOLDER / PHRASES).read_text(encoding="utf-8"))
    (FOLDER / STEMS).write_text(text, encoding="utf-8", newline="\n")
    print(f"{text.count(chr(10))} words")
