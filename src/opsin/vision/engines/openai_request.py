"""What is sent to a server with OpenAI's protocol, in the forms that its many dialects take."""

import base64
from typing import Any

from opsin.vision.engines.base import Question
from opsin.vision.engines.openai_answers import Complaint, complaint
from opsin.vision.prompt import without_markers

FORMS = 3
"""How many forms of a request there are: with everything, without some servers' own fields, and without the schema too."""

_WITHOUT_SCHEMA = 2
_TEMPERATURE = 0.1
_TOP_P = 0.8
_MIMES = frozenset({"image/png", "image/jpeg"})
_REFUSES_FIELDS = frozenset({400, 415, 422})


def request_body(question: Question, model: str, form: int, *, ollama: bool) -> dict[str, Any]:
    """Make the request.

    Args:
        question: What is asked.
        model: The name of the model as it is sent.
        form: 0 for everything, 1 without the fields that only some servers know, 2 without the schema too.
        ollama: The server is an Ollama, which has another word for leaving out the thinking.
    """
    parts: list[dict[str, Any]] = []
    for picture in question.pictures:
        assert picture.mime in _MIMES, picture.mime
        data = base64.b64encode(picture.data).decode()
        parts.append({"type": "image_url", "image_url": {"url": f"data:{picture.mime};base64,{data}"}})
    body: dict[str, Any] = {
        "model": model,
        "messages": [
            {"role": "user", "content": [*parts, {"type": "text", "text": without_markers(question.prompt)}]}
        ],
        "temperature": _TEMPERATURE,
        "top_p": _TOP_P,
        "seed": question.seed,
        "max_tokens": question.most_tokens,
        "stream": False,
    }
    if has_schema(form):
        schema = {"name": "report", "strict": True, "schema": dict(question.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if form < 1:
        body |= (
            {"reasoning_effort": "none"} if ollama else {"chat_template_kwargs": {"enable_thinking": False}}
        )
    return body


def has_schema(form: int) -> bool:
    """Whether a form of a request holds the answer to a schema."""
    return form < _WITHOUT_SCHEMA


def next_form(form: int, status: int, said: str) -> int:
    """Which form of the request a server may take that refused this one; `FORMS` for none."""
    about = complaint(status, said)
    if status not in _REFUSES_FIELDS or about not in {Complaint.FIELD, Complaint.FORMAT, Complaint.OTHER}:
        return FORMS
    if form == 0:
        return _WITHOUT_SCHEMA if about is Complaint.FORMAT else 1
    return _WITHOUT_SCHEMA if form == 1 and about is Complaint.FORMAT else FORMS
