"""What servers with OpenAI's protocol say: lists of models, what these can do, answers and errors.

Everything is read with tolerance, because each server has its own dialect: llama-server, LM Studio, vLLM, Jan, Ollama.
A value of a wrong kind is as one that is missing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from opsin.vision.engines.server_json import read_error
from opsin.vision.thinking import thinking_alone, without_thinking

_MOST_MODELS = 1_000
_MOST_CHARACTERS = 2_000
_WRITE_NOTHING = frozenset({"embeddings", "embedding", "rerank"})
_OWN_ENDS = frozenset({"stop", "eos", "eos_token", "stop_sequence", "end_turn"})


@dataclass(frozen=True, slots=True)
class Model:
    """A model that a server lists.

    Attributes:
        sees: Whether it takes pictures; None where the server does not say.
        language: It writes text; False for one that only embeds or ranks.
        digest: Of its weights; empty where the server does not say.
        remote: The host that it runs on, where that is another one.
    """

    name: str
    sees: bool | None = None
    language: bool = True
    digest: str = ""
    remote: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote.

    Attributes:
        content: Without its thinking; empty where there is nothing.
        whole: It came to its own end.
        from_thinking: The content was missing, and this is taken from where the thinking stands.
        model: The name that the server gives.
    """

    content: str
    whole: bool
    from_thinking: bool
    model: str


class Complaint(StrEnum):
    """What a server's error is about, so far as its words tell."""

    NO_SUCH_MODEL = "no such model"
    BLIND = "blind"
    TOO_LONG = "too long"
    FIELD = "field"
    FORMAT = "format"
    LOADING = "loading"
    OTHER = "other"


_BLIND = (
    r"(?:image|vision|multimodal|picture)[^.\n]{0,60}(?:not support|unsupported|n't support|not enabled|not allowed)"
    r"|(?:not support|n't support|unsupported)[^.\n]{0,40}(?:image|vision|multimodal)"
    r"|not a (?:multimodal|vision) model|at most 0 image|mmproj"
)
_TOO_LONG = r"exceed_context_size|context (?:size|length|window)|maximum context|prompt (?:is )?too long|too many tokens"
_FORMAT = r"response_format|json_schema|json schema|grammar|structured output|guided|generate parser"
_FIELD = (
    r"chat_template_kwargs|reasoning_effort|unknown (?:field|param|arg)|unrecognized|extra[_ ](?:field|input|forbidden)"
    r"|not permitted|unexpected (?:field|keyword|property)|additional propert"
)
_NO_SUCH_MODEL = (
    r"model[^.\n]{0,200}(?:not found|not exist|n't exist|not loaded|unknown|invalid)|no models? loaded|model_not_found"
    r"|(?:failed|unable) to load model|invalid model"
)
_SAYS: tuple[tuple[Complaint, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (Complaint.BLIND, _BLIND),
        (Complaint.TOO_LONG, _TOO_LONG),
        (Complaint.LOADING, r"loading model|model is (?:still )?loading"),
        (Complaint.FORMAT, _FORMAT),
        (Complaint.FIELD, _FIELD),
        (Complaint.NO_SUCH_MODEL, _NO_SUCH_MODEL),
    )
)


def models_of(value: Any) -> tuple[Model, ...] | None:
    """Read the answer to `GET /v1/models`; None where it is no list of models.

    llama-server tells what its model takes beside `data` in `models`, with Ollama's names of capabilities, and in
    `architecture.input_modalities`.
    """
    root = _mapping(value)
    rows = root.get("data", value)
    if not isinstance(rows, list):
        return None
    told = {str(row.get("name", "")): row for row in _mappings(root.get("models"))}
    found = []
    for row in _mappings(rows[:_MOST_MODELS]):
        name = row.get("id")
        if isinstance(name, str) and name:
            sees = _first(_sees(row), _sees(told.get(name, {})))
            found.append(Model(name, sees, _text(row.get("type")) not in _WRITE_NOTHING))
    return tuple(found)


def sees_by_props(value: Any) -> bool | None:
    """Read whether llama-server's model takes pictures from `GET /props`; None where it is not said."""
    vision = _mapping(_mapping(value).get("modalities")).get("vision")
    return vision if isinstance(vision, bool) else None


def written(value: Any) -> Written | None:
    """Read the answer to a chat completion; None where it is none."""
    root = _mapping(value)
    choice = next(_mappings(root.get("choices")), None)
    if choice is None or not isinstance(choice.get("message"), Mapping):
        return None
    message = choice["message"]
    content = without_thinking(_text(message.get("content")))
    thinking = "" if content else _thinking(message)
    return Written(
        content=content or thinking,
        whole=_text(choice.get("finish_reason")) in _OWN_ENDS,
        from_thinking=bool(thinking),
        model=_text(root.get("model")),
    )


def error_text(body: bytes) -> str:
    """What an error's body says, in the server's words; empty where it has none that are meant to be read."""
    words, _ = read_error(body)
    return "" if words.startswith("<") else words[:_MOST_CHARACTERS]


def complaint(status: int, said: str) -> Complaint:
    """Tell what an error is about."""
    found = next((kind for kind, pattern in _SAYS if pattern.search(said)), Complaint.OTHER)
    if found is Complaint.OTHER and status == 422:  # noqa: PLR2004  (how FastAPI refuses a field)
        return Complaint.FIELD
    return found


def _thinking(message: Mapping[str, Any]) -> str:
    for key in ("reasoning_content", "reasoning", "thinking"):
        if text := thinking_alone(_text(message.get(key))):
            return text
    return ""


def _sees(row: Mapping[str, Any]) -> bool | None:
    """What a row of a list says of taking pictures, in any server's way."""
    if _text(row.get("type")) in {"vlm", "llm"}:
        return row.get("type") == "vlm"
    modalities = _mapping(row.get("architecture")).get("input_modalities") or row.get("modalities")
    if isinstance(modalities, list):
        return "image" in modalities
    capabilities = row.get("capabilities")
    if isinstance(capabilities, list) and capabilities:
        return "vision" in capabilities or "multimodal" in capabilities
    if isinstance(capabilities, Mapping) and isinstance(capabilities.get("vision"), bool):
        return bool(capabilities["vision"])
    return None


def _first(*values: bool | None) -> bool | None:
    return next((value for value in values if value is not None), None)


def _text(value: Any) -> str:
    """A text, or the texts of a list of parts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(str(part.get("text") or "") for part in _mappings(value) if part.get("type") == "text")
    return ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    return (one for one in value if isinstance(one, Mapping)) if isinstance(value, list) else iter(())
