"""Words as the index of icons has them: the same at building and at searching."""

from opsin.words import stem, tokens

__all__ = ["stem", "tokens"]
