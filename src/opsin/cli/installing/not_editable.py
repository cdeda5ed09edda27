"""The error of a configuration that cannot be changed without risk to what else stands in it."""

from opsin.errors import OpsinError


class NotEditable(OpsinError):
    """A client's configuration was left as it is; what has to stand in it can be put in by hand."""

    code = "not-editable"
