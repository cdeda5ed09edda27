"""Guards on what stays on this machine: the door to it, and the names and answers of models."""

from scripts.guards.guard import Guard

_DOOR = "src/opsin/web/machine.py"
_ENGINES = "src/opsin/vision/engines/"
_MACHINE = ("tests/web/test_machine.py",)
_PRIVACY = ("tests/vision/engines/test_ollama_privacy.py",)
_NAMES = ("tests/vision/test_privacy.py",)

MACHINE = (
    Guard(
        "machine: where a name leads",
        _DOOR,
        "                if not is_here(host, answer):",
        "                if False:",
        _MACHINE,
    ),
    Guard(
        "machine: every address of a name",
        _DOOR,
        "            for answer in answers:",
        "            for answer in answers[:1]:",
        _MACHINE,
    ),
    Guard(
        "machine: the other end of the socket",
        _DOOR,
        "if not address or not is_here(host, str(address[0])):",
        "if False:",
        _MACHINE,
    ),
    Guard(
        "machine: no redirect", _DOOR, "if is_redirect(answer.status, answer.headers):", "if False:", _MACHINE
    ),
    Guard("machine: no metadata service", _DOOR, "parsed != _METADATA and ", "", _MACHINE),
    Guard(
        "machine: private addresses for gateways only",
        _DOOR,
        "_GATEWAY_NETS if host in GATEWAYS else _LOOPBACK",
        "_GATEWAY_NETS",
        _MACHINE,
    ),
    Guard("machine: no connection is kept", _DOOR, "connections=0,", "connections=9,", _MACHINE),
    Guard(
        "machine: what one call may do is not another's",
        "src/opsin/web/client.py",
        "if remote not in self._machine:",
        "if not self._machine:",
        _MACHINE,
    ),
    Guard(
        "models: every tag of a name is judged",
        "src/opsin/vision/privacy.py",
        "tags = parts[1:] or parts",
        "tags = parts[-1:]",
        _NAMES,
    ),
    Guard(
        "models: cloud names", f"{_ENGINES}ollama_model.py", "if is_cloud_name(bare):", "if False:", _PRIVACY
    ),
    Guard(
        "models: letters of a name",
        f"{_ENGINES}ollama_model.py",
        "if not is_model_name(bare):",
        "if False:",
        _PRIVACY,
    ),
    Guard("models: what show tells", f"{_ENGINES}ollama_model.py", "if shown.remote:", "if False:", _PRIVACY),
    Guard(
        "models: what the list tells",
        f"{_ENGINES}ollama_model.py",
        "if entry is not None and entry.remote:",
        "if False:",
        _PRIVACY,
    ),
    Guard("models: eyes", f"{_ENGINES}ollama_model.py", "if not shown.sees:", "if False:", _PRIVACY),
    Guard(
        "models: the name that forbids the cloud",
        f"{_ENGINES}ollama_model.py",
        "if version >= KNOWS_LOCAL:",
        "if False:",
        _PRIVACY,
    ),
    Guard(
        "models: an answer from elsewhere",
        f"{_ENGINES}ollama.py",
        "left_machine=bool(answer.remote) or not here",
        "left_machine=not here",
        _PRIVACY,
    ),
    Guard(
        "models: nothing after such an answer",
        f"{_ENGINES}ollama.py",
        "if self._left:",
        "if False:",
        _PRIVACY,
    ),
)
