"""Guards on keys of providers."""

from scripts.guards.guard import Guard

_PROVIDERS = "src/opsin/images/providers/"

_SENDING = ("tests/images/providers/test_sending_keys.py",)

KEYS = (
    Guard(
        "keys: over https only",
        f"{_PROVIDERS}sending_keys.py",
        'if base.lower().startswith("https://") or (is_named(settings, base) and _is_local(base)):',
        "if True:",
        _SENDING,
    ),
    Guard(
        "keys: in the open to a server nearby only",
        f"{_PROVIDERS}sending_keys.py",
        "(is_named(settings, base) and _is_local(base))",
        "is_named(settings, base)",
        _SENDING,
    ),
    Guard(
        "keys: no line ends in a header",
        f"{_PROVIDERS}sending_keys.py",
        "if not _SENDABLE.fullmatch(key):",
        "if not key:",
        _SENDING,
    ),
    Guard(
        "keys: hidden in errors",
        f"{_PROVIDERS}sending_keys.py",
        "error.outside = without(error.outside, key)",
        "pass",
        _SENDING,
    ),
    Guard(
        "keys: hidden in errors that cut them",
        f"{_PROVIDERS}sending_keys.py",
        "if key[:_TELLING] in error.outside:",
        "if False:",
        _SENDING,
    ),
    Guard(
        "keys: hidden in answers",
        f"{_PROVIDERS}fields.py",
        "value = _hidden(value, secret) if secret else value",
        "pass",
        ("tests/images/providers/test_fields.py", "tests/images/providers/test_sending_keys.py"),
    ),
    Guard(
        "keys: hidden as addresses write them",
        f"{_PROVIDERS}fields.py",
        '.replace(quote(secret, safe=""), HIDDEN)',
        "",
        ("tests/images/providers/test_fields.py", "tests/images/providers/test_sending_keys.py"),
    ),
    Guard(
        "keys: hidden among the settings",
        "src/opsin/settings.py",
        "if row.secret and value:",
        "if False:",
        ("tests/test_settings.py", "tests/cli/test_upkeep_commands.py"),
    ),
)
