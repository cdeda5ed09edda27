"""The words that close every answer with icons in it."""

CLOSING = (
    "Licence data is as each icon set publishes it, or as the evidence named with an icon has it; verify it at the"
    " linked licence before you ship an icon. This is information about terms, not legal advice."
)
