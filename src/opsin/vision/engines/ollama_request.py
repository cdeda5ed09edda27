"""What is sent to Ollama: the request of the contract, to the letter (ollama: docs/api.md, POST /api/chat)."""

import json
from base64 import b64encode
from collections.abc import Mapping
from math import ceil
from typing import Any

from opsin.vision.engines.base import Question, Sent
from opsin.vision.engines.ollama_answers import UNKNOWN, Version

NUM_CTX = 16_384
MOST_CTX = 65_536
"""The largest window that is asked for where a prompt did not fit."""

SAMPLING: Mapping[str, Any] = {
    "temperature": 0.1,
    "top_p": 0.8,
    "top_k": 20,
    "min_p": 0.05,
    "repeat_penalty": 1.1,
}

KEEPS_FORMAT_WITHOUT_THINKING: Version = (0, 21, 1)
"""From here on `format` holds with `think: false` (ollama issues 14645 and 15260)."""

_CTX_STEP = 1_024
_TOKEN_SIDE = 28
_LEAST_PICTURE_TOKENS = 1_024
_CHARACTERS_PER_TOKEN = 2


def chat_body(
    question: Question, *, model: str, version: Version, thinks: bool, num_ctx: int, keep_alive: str
) -> bytes:
    """Write the request for an answer.

    `think: false` is what every model takes. Before v0.21.1 it makes Ollama forget the schema, without a word: there it
    is left out for a model that does not think, and the schema stands in the prompt as well for one that does.

    Args:
        question: What is asked.
        model: The name that is sent.
        version: Of the server.
        thinks: The model can think.
        num_ctx: Tokens of the window.
        keep_alive: How long the model is kept: a duration, or seconds.
    """
    forgets = version < KEEPS_FORMAT_WITHOUT_THINKING
    prompt = question.prompt
    if forgets and (thinks or version == UNKNOWN):
        schema = json.dumps(question.schema, separators=(",", ":"), ensure_ascii=False)
        prompt = f"{prompt}\nAnswer with one JSON object that keeps to this JSON Schema: {schema}"
    body: dict[str, Any] = {
        "model": model,
        "messages": [
            {
                "role": "user",
                "content": prompt,
                "images": [b64encode(picture.data).decode("ascii") for picture in question.pictures],
            }
        ],
        "stream": True,
        "format": question.schema,
        "keep_alive": kept(keep_alive),
        # What does not fit is an error, and not a question with its beginning cut off.
        "truncate": False,
        "shift": False,
        "options": {
            **SAMPLING,
            "seed": question.seed,
            "num_ctx": num_ctx,
            "num_predict": question.most_tokens,
        },
    }
    if not forgets or thinks or version == UNKNOWN:
        body["think"] = False
    return json.dumps(body).encode("utf-8")


def load_body(*, model: str, num_ctx: int, keep_alive: str) -> bytes:
    """Write the request that loads a model and asks nothing: no messages."""
    return json.dumps(
        {
            "model": model,
            "messages": [],
            "stream": False,
            "keep_alive": kept(keep_alive),
            "options": {"num_ctx": num_ctx},
        }
    ).encode("utf-8")


def model_body(model: str) -> bytes:
    """Write a request about a model."""
    return json.dumps({"model": model}).encode("utf-8")


def unload_body(model: str) -> bytes:
    """Write the request that lets go of a model: no messages, kept for no time."""
    return json.dumps({"model": model, "messages": [], "stream": False, "keep_alive": 0}).encode("utf-8")


def kept(keep_alive: str) -> int | str:
    """A number of seconds as a number, since Ollama reads a text as a duration with a unit."""
    try:
        return int(keep_alive)
    except ValueError:
        return keep_alive


def window(question: Question, loaded: int, least: int = 0) -> int:
    """Choose the tokens of the window.

    A model is loaded anew for another window, so that of a loaded model is kept where the question fits into it.

    Args:
        question: What is asked.
        loaded: Tokens of the window that the model is loaded with; 0 where it is not.
        least: Tokens that it must have, because a smaller one was too small.
    """
    if loaded >= max(least, _need(question)):
        return loaded
    return min(MOST_CTX, max(NUM_CTX, ceil(least / _CTX_STEP) * _CTX_STEP))


def larger_window(question: Question, tokens: int) -> int:
    """Tokens of the window in which a question fits that did not fit into its own.

    Args:
        question: What is asked.
        tokens: How many its prompt takes; 1 where that was not told.
    """
    return tokens + question.most_tokens if tokens > 1 else 2 * window(question, 0)


def _need(question: Question) -> int:
    """Tokens that a question and its answer take at most, by a cautious estimate."""
    prompt = len(question.prompt) // _CHARACTERS_PER_TOKEN
    return prompt + sum(_picture_tokens(picture) for picture in question.pictures) + question.most_tokens


def _picture_tokens(picture: Sent) -> int:
    tokens = ceil(picture.width / _TOKEN_SIDE) * ceil(picture.height / _TOKEN_SIDE)
    return max(_LEAST_PICTURE_TOKENS, tokens)
