"""The error for a drawing that is not shown and not saved."""

from opsin.errors import OpsinError


class SvgRefused(OpsinError):
    """A drawing holds what icons are not drawn with, or more of it than one icon needs.

    Its message never repeats a word of the drawing: names are those of our own lists, else they are left out.
    """

    code = "svg-refused"

    def __init__(self, why: str) -> None:
        super().__init__(f"The drawing is refused: {why}.", hint="Choose another icon.")
        self.why = why
