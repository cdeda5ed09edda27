"""Why a server with OpenAI's protocol did not look at a picture, as the errors of the contract."""

from opsin.text import quoted
from opsin.vision.engines.openai_answers import Complaint, Model, complaint
from opsin.vision.refused import Code, VisionRefused


def refusal(server: str, model: Model, status: int, said: str) -> VisionRefused:
    """Make the error for an answer that is one."""
    about = complaint(status, said)
    if about is Complaint.BLIND:
        return blind(model, said)
    if about is Complaint.NO_SUCH_MODEL:
        return VisionRefused(
            Code.MODEL_NOT_FOUND,
            f"{server} does not have the model {quoted(shown_name(model.name), 80)}.",
            hint="Load it there, or name another one with OPSIN_VISION_MODEL.",
            outside=quoted(said),
        )
    if about is Complaint.TOO_LONG:
        return VisionRefused(
            Code.OLLAMA_HTTP_ERROR,
            f"The pictures and the question are longer than the context of the model at {server.rpartition(' ')[2]}.",
            hint="Start the server with a larger context (llama-server: -c 16384), or lower OPSIN_VISION_MAX_EDGE.",
            outside=quoted(said),
        )
    return http_error(server, status, said)


def http_error(server: str, status: int, said: str) -> VisionRefused:
    """Make the error for a status that says all there is to say."""
    hints = {
        401: "The server asks for a key: set OPSIN_VISION_OPENAI_KEY.",
        403: "The server asks for another key: set OPSIN_VISION_OPENAI_KEY.",
        404: "OPSIN_VISION_OPENAI_URL must be the base of OpenAI's paths, as a rule ending in /v1.",
        413: "Lower OPSIN_VISION_MAX_EDGE.",
        429: "The server is busy: ask again later.",
        503: "The server is busy: ask again later.",
    }
    return VisionRefused(
        Code.OLLAMA_HTTP_ERROR,
        f"{server} answered with HTTP status {status}.",
        hint=hints.get(status, "The log of the server says more."),
        outside=quoted(said),
    )


def blind(model: Model, said: str = "") -> VisionRefused:
    """Make the error for a model without eyes."""
    return VisionRefused(
        Code.VISION_ERROR,
        f"The model {quoted(shown_name(model.name), 80)} takes no pictures.",
        hint="Load one that does, such as qwen3-vl (llama-server: with its --mmproj file), and name it with "
        "OPSIN_VISION_MODEL.",
        outside=quoted(said),
    )


def elsewhere(model: Model) -> VisionRefused:
    """Make the error for a model that its server would ask on another machine."""
    return VisionRefused(
        Code.PRIVACY_REFUSED,
        f"The model {quoted(model.name, 80)} does not run on this machine: the server would pass the pictures on.",
        hint="Name a model that runs here with OPSIN_VISION_MODEL. No setting allows this one.",
        outside=quoted(model.remote),
    )


def shown_name(name: str) -> str:
    """The name of a model as it is told: of a path to a file its last part, since a path may hold a person's name."""
    return name.replace("\\", "/").rpartition("/")[2] if name.lower().endswith(".gguf") else name
