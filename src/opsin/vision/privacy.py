"""Whether a model would see a picture on this machine: verdicts on names and on what Ollama says of a model.

Ollama forwards a whole request, pictures included, to another host for a model whose name ends in `:cloud` or whose tag
ends in `-cloud` (from v0.18.0, without a pull; ollama: internal/modelref), and for a model whose entry names a
`remote_host`, whatever that model is called here.
"""

import re
from collections.abc import Mapping
from typing import Any

from opsin.text import quoted

LOCAL_SUFFIX = ":local"
"""What makes Ollama run a model here or not at all (from v0.18.0; ollama: internal/modelref)."""

_CLOUD = "cloud"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._:/@-]{0,255}", re.ASCII)
_HOME = ("registry.ollama.ai/", "library/")
_REMOTE_KEYS = ("remote_host", "remote_model")


def is_model_name(name: str) -> bool:
    """Whether a text has the letters of a model's name, so that what is judged here is what the server reads."""
    return _NAME.fullmatch(name) is not None


def is_cloud_name(name: str) -> bool:
    """Whether Ollama would send requests for a model of this name to its cloud, or might.

    Only the end of a name counts for Ollama; here every part after a colon does, and a bare name that ends in
    `-cloud`: a renamed model costs less than a picture.
    """
    parts = re.split("[:@]", name.strip().lower())
    tags = parts[1:] or parts
    return any(tag.strip() == _CLOUD or tag.strip().endswith(f"-{_CLOUD}") for tag in tags)


def bare_name(name: str) -> str:
    """A model's name without the suffix `:local`."""
    return name[: -len(LOCAL_SUFFIX)] if name.lower().endswith(LOCAL_SUFFIX) else name


def same_model(one: str, other: str) -> bool:
    """Whether two names are of one model: `qwen3-vl` is `qwen3-vl:latest`, and case does not count."""
    return _whole_name(one) == _whole_name(other)


def remote_of(answer: Mapping[str, Any]) -> str:
    """The other host to which an answer of Ollama says that requests go; empty where it names none.

    Args:
        answer: Of `/api/show`, an entry of `/api/tags`, or a piece of `/api/chat`.
    """
    told = [quoted(answer[key], 80) for key in _REMOTE_KEYS if answer.get(key)]
    return ", ".join(told)


def _whole_name(name: str) -> str:
    whole = bare_name(name.strip()).lower()
    for home in _HOME:
        whole = whole.removeprefix(home)
    return whole if ":" in whole.rpartition("/")[2] else f"{whole}:latest"
