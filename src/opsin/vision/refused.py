"""Why an image was not looked at, with the codes that users of older servers know."""

from enum import StrEnum

from opsin.errors import OpsinError


class Code(StrEnum):
    """What went wrong. The names are a contract: programs compare them."""

    INVALID_PATH = "INVALID_PATH"
    FILE_NOT_FOUND = "FILE_NOT_FOUND"
    PATH_NOT_ALLOWED = "PATH_NOT_ALLOWED"
    UNSUPPORTED_TYPE = "UNSUPPORTED_TYPE"
    NOT_A_FILE = "NOT_A_FILE"
    FILE_TOO_LARGE = "FILE_TOO_LARGE"
    MODEL_NOT_FOUND = "MODEL_NOT_FOUND"
    OLLAMA_HTTP_ERROR = "OLLAMA_HTTP_ERROR"
    OLLAMA_UNAVAILABLE = "OLLAMA_UNAVAILABLE"
    TIMEOUT = "TIMEOUT"
    INVALID_RESPONSE = "INVALID_RESPONSE"
    PRIVACY_REFUSED = "PRIVACY_REFUSED"
    EMPTY_REPORT = "EMPTY_REPORT"
    VISION_ERROR = "VISION_ERROR"


class VisionRefused(OpsinError):
    """An image that was not looked at.

    Args:
        error_code: One of the contract's codes.
        message: What happened, to which input.
        hint: What to do next.
        outside: What the other side said.
    """

    code = "vision-refused"

    def __init__(self, error_code: Code, message: str, *, hint: str = "", outside: str = "") -> None:
        super().__init__(message, hint=hint, outside=outside)
        self.error_code = error_code
