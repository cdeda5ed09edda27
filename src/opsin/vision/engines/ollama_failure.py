"""What went wrong with Ollama: the contract's code, what to do, and whether a second attempt may help."""

import re
from collections.abc import Mapping
from typing import Any

from opsin.errors import BadReply, NotThisMachine, TimedOut, TooLarge, WebError
from opsin.text import quoted
from opsin.vision.refused import Code, VisionRefused
from opsin.web.clock import Phase

START = "Start it with `ollama serve`, or name where it listens with OPSIN_VISION_OLLAMA_HOST."
"""Where nobody listens."""

_LOG = "Its log says more (`journalctl -u ollama`, or ~/.ollama/logs/server.log)."
_NOT_OLLAMA = (
    "What answers there may not be Ollama: name where that listens with OPSIN_VISION_OLLAMA_HOST, or a server with "
    "OpenAI's protocol with OPSIN_VISION_OPENAI_URL."
)
_BROKE = f"Ask again; if it breaks once more, look whether the model fits into memory. {_LOG}"
_HANGS = "It is busy, or hangs: ask again in a while, or start it anew."
_RUNS_ON = "Ask for less (detail fast, a region), or use another model (OPSIN_VISION_MODEL)."

_NOT_FOUND = 404
_FORBIDDEN = 403
_SERVER_ERROR = 500
_BUSY = 503
_TOO_LONG = re.compile(
    r"exceeds? the available context size|prompt is longer than|exceed_context_size|context length exceeded",
    re.IGNORECASE,
)
_BLIND = re.compile(
    r"does not support multimodal|image input is not supported|missing data required for image", re.IGNORECASE
)
_TOKENS = re.compile(r"request \((\d{1,9}) tokens\)")
_NO_ROUTE = re.compile(r"404 page not found|<!doctype|<html", re.IGNORECASE)


class OllamaFailure(VisionRefused):
    """Ollama gave no answer.

    Args:
        error_code: One of the contract's codes.
        message: What happened.
        hint: What to do next.
        outside: What Ollama said.
        again: A second attempt may help.
        tokens: How many tokens did not fit into the window; 1 where they were too many and were not told.
    """

    def __init__(
        self,
        error_code: Code,
        message: str,
        *,
        hint: str = "",
        outside: str = "",
        again: bool = False,
        tokens: int = 0,
    ) -> None:
        super().__init__(error_code, message, hint=hint, outside=outside)
        self.again = again
        self.tokens = tokens


def model_missing(model: str, *, outside: str = "") -> OllamaFailure:
    """The failure for a model that is not there."""
    return OllamaFailure(
        Code.MODEL_NOT_FOUND,
        f"Ollama does not have the model {model}.",
        hint=f"Run `ollama pull {model}`, or name one that `ollama list` shows with OPSIN_VISION_MODEL.",
        outside=outside,
    )


def blind_model(model: str, *, outside: str = "") -> OllamaFailure:
    """The failure for a model that takes no pictures."""
    return OllamaFailure(
        Code.VISION_ERROR,
        f"The model {model} does not take pictures; none was sent.",
        hint=f"`ollama show {model}` must list vision among its capabilities. Name one that does with "
        "OPSIN_VISION_MODEL, such as qwen3-vl:4b.",
        outside=outside,
    )


def remote_model(model: str, why: str, *, outside: str = "") -> OllamaFailure:
    """The failure for a model that does not run on this machine."""
    return OllamaFailure(
        Code.PRIVACY_REFUSED,
        f"The model {model} does not run on this machine: {why}. No picture was sent.",
        hint="Name a model that was pulled with its weights with OPSIN_VISION_MODEL, such as qwen3-vl:4b. This has no "
        "exception.",
        outside=outside,
    )


def failed_answer(status: int, told: str, beside: Mapping[str, Any], *, model: str) -> OllamaFailure:
    """Turn the words of an error into a failure.

    Args:
        status: Of HTTP; 200 for an error that came within a stream.
        told: What Ollama said.
        beside: What stood beside it.
        model: The name of the model.
    """
    outside = quoted(told)
    at = f"HTTP status {status}" if status >= 400 else "in the middle of its answer"  # noqa: PLR2004
    if _TOO_LONG.search(told):
        return _too_long(told, beside, outside)
    if _BLIND.search(told):
        return blind_model(model, outside=outside)
    if status == _NOT_FOUND and not _NO_ROUTE.search(told):
        return model_missing(model, outside=outside)
    if status == _FORBIDDEN and "cloud" in told:
        return remote_model(model, "it is one of Ollama's cloud", outside=outside)
    if status == _BUSY:
        return OllamaFailure(
            Code.OLLAMA_HTTP_ERROR,
            f"Ollama is too busy ({at}).",
            hint="Ask again in a while.",
            outside=outside,
            again=True,
        )
    hint = _NOT_OLLAMA if status == _NOT_FOUND else _hint(told)
    return OllamaFailure(
        Code.OLLAMA_HTTP_ERROR,
        f"Ollama answered with an error ({at}).",
        hint=hint,
        outside=outside,
        again=status >= _SERVER_ERROR or status < 400,  # noqa: PLR2004
    )


def failed_request(exc: WebError, phase: Phase | None, seconds: float, *, of_model: bool) -> OllamaFailure:
    """Turn a request that brought no answer into a failure.

    Args:
        exc: What the way out raised.
        phase: What the request was at.
        seconds: The time that it had.
        of_model: The model was asked, and not what the server knows of it.
    """
    if isinstance(exc, NotThisMachine):
        return OllamaFailure(Code.PRIVACY_REFUSED, exc.message, hint=exc.hint, outside=exc.outside)
    if isinstance(exc, TimedOut) and phase is not Phase.CONNECTING:
        asks_less = (
            "Ask for less (detail fast, a region), use a smaller model, or raise OPSIN_VISION_TIMEOUT_MS."
        )
        return OllamaFailure(
            Code.TIMEOUT,
            f"Ollama did not answer in time ({round(seconds, 1):g} s).",
            hint=asks_less if of_model else _HANGS,
        )
    if isinstance(exc, TooLarge | BadReply):
        broke = phase is Phase.READING
        hint = _RUNS_ON if isinstance(exc, TooLarge) else _BROKE if broke else _NOT_OLLAMA
        return OllamaFailure(
            Code.INVALID_RESPONSE,
            f"Ollama's answer cannot be used: {exc.message}",
            hint=hint,
            outside=exc.outside,
            again=isinstance(exc, BadReply),
        )
    return OllamaFailure(
        Code.OLLAMA_UNAVAILABLE,
        f"Ollama could not be asked: {exc.message}",
        hint=exc.hint or (_BROKE if phase in {Phase.AWAITING, Phase.READING} else START),
        outside=exc.outside,
        again=True,
    )


def unreadable(what: str, *, outside: str = "") -> OllamaFailure:
    """The failure for an answer that is not Ollama's."""
    return OllamaFailure(
        Code.INVALID_RESPONSE,
        f"Ollama's answer cannot be used: {what}.",
        hint=_NOT_OLLAMA,
        outside=outside,
    )


def _too_long(told: str, beside: Mapping[str, Any], outside: str) -> OllamaFailure:
    tokens = beside.get("n_prompt_tokens")
    found = _TOKENS.search(told)
    if not isinstance(tokens, int) or isinstance(tokens, bool):
        tokens = int(found[1]) if found else 1
    return OllamaFailure(
        Code.OLLAMA_HTTP_ERROR,
        "The pictures and the question do not fit into the model's window.",
        hint="Look at a region, at one picture instead of two, or lower OPSIN_VISION_MAX_EDGE.",
        outside=outside,
        again=True,
        tokens=max(1, tokens),
    )


def _hint(told: str) -> str:
    if "memory" in told or "cudaMalloc" in told:
        return "The model does not fit into this machine's memory: use a smaller one (OPSIN_VISION_MODEL)."
    if "unexpectedly stopped" in told:
        return "The model's runner crashed: update Ollama, or use another model (OPSIN_VISION_MODEL)."
    return _LOG
