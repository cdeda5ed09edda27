"""Shapes of what a client tells of itself, as far as they are sure to pass the SDK's validation.

It is no validation of its own: what does not have one of these shapes may well be valid, and the SDK will see. Fields
that the protocol does not know are left out by the SDK, so that they do not matter here either.
"""

_VERSION = "io.modelcontextprotocol/protocolVersion"
_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
_INFO = "io.modelcontextprotocol/clientInfo"
_TOKEN = "progressToken"  # noqa: S105 - it is no secret


def handshake_version(params: object) -> str:
    """The version that `initialize` asks for; empty where the SDK has to read it."""
    if not isinstance(params, dict) or params.keys() != {"protocolVersion", "capabilities", "clientInfo"}:
        return ""
    if not _are_capabilities(params["capabilities"]) or not _is_implementation(params["clientInfo"]):
        return ""
    return _text(params["protocolVersion"])


def envelope_version(params: object) -> str:
    """The version in the envelope of a request that has nothing else (2026-07-28); empty where the SDK has to read it."""
    if not isinstance(params, dict) or params.keys() != {"_meta"} or not isinstance(params["_meta"], dict):
        return ""
    meta = params["_meta"]
    if not meta.keys() <= {_VERSION, _CAPABILITIES, _INFO, _TOKEN} or not _is_token(meta.get(_TOKEN, 0)):
        return ""
    if not _are_capabilities(meta.get(_CAPABILITIES)) or not _is_implementation(
        meta.get(_INFO, {"name": "", "version": ""})
    ):
        return ""
    return _text(meta.get(_VERSION))


def is_plain(params: object) -> bool:
    """Whether the params of a request at a version before 2026-07-28 say nothing but how to report progress."""
    if params is None or params == {}:
        return True
    if not isinstance(params, dict) or params.keys() != {"_meta"} or not isinstance(params["_meta"], dict):
        return False
    return params["_meta"].keys() <= {_TOKEN} and _is_token(params["_meta"].get(_TOKEN, 0))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _is_token(value: object) -> bool:
    return isinstance(value, str) or type(value) is int


def _is_implementation(value: object) -> bool:
    if not isinstance(value, dict) or not {"name", "version"} <= value.keys():
        return False
    texts = ("name", "version", "title", "description", "websiteUrl")
    if not all(isinstance(value.get(name, ""), str) for name in texts):
        return False
    icons = value.get("icons", [])
    return isinstance(icons, list) and all(map(_is_icon, icons))


def _is_icon(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("src"), str):
        return False
    sizes = value.get("sizes", [])
    if not isinstance(sizes, list) or not all(isinstance(size, str) for size in sizes):
        return False
    return isinstance(value.get("mimeType", ""), str) and value.get("theme", "dark") in ("dark", "light")


def _are_capabilities(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    roots = value.get("roots", {})
    if not isinstance(roots, dict) or not isinstance(roots.get("listChanged", False), bool):
        return False
    for name in ("experimental", "extensions", "sampling", "elicitation"):
        part = value.get(name, {})
        if not isinstance(part, dict) or not all(isinstance(inner, dict) for inner in part.values()):
            return False
    return _is_tree(value.get("tasks", {}))


def _is_tree(value: object) -> bool:
    """Whether it is objects all the way down."""
    return isinstance(value, dict) and all(map(_is_tree, value.values()))
