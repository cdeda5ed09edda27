"""Completion for fish (fishshell.com/docs/current/completions.html)."""

from collections.abc import Iterator, Sequence

from opsin.cli.completing.shapes import Option, Shape


def fish(shapes: Sequence[Shape], flags: Sequence[str]) -> str:
    """The script. To use it: `opsin completion fish > ~/.config/fish/completions/opsin.fish`."""
    lines = ["# Completion of opsin for fish: opsin completion fish | source", "complete -c opsin -f"]
    lines += [
        f"complete -c opsin -n __fish_use_subcommand -a {shape.name} -d {_quoted(shape.purpose)}"
        for shape in shapes
    ]
    lines += [f"complete -c opsin -n __fish_use_subcommand -l {flag.removeprefix('--')}" for flag in flags]
    for shape in shapes:
        lines += _command(shape)
    return "\n".join(lines) + "\n"


def _command(shape: Shape) -> Iterator[str]:
    start = f"complete -c opsin -n '__fish_seen_subcommand_from {shape.name}'"
    if shape.words:
        yield f"{start} -a {_quoted(' '.join(shape.words))}"
    if shape.files:
        yield f"{start} -F"
    for option in shape.options:
        yield f"{start} {_names(option)}{_value(option)} -d {_quoted(option.purpose)}"


def _names(option: Option) -> str:
    return " ".join(
        f"-l {name.removeprefix('--')}" if name.startswith("--") else f"-s {name.removeprefix('-')}"
        for name in option.names
    )


def _value(option: Option) -> str:
    if option.words:
        return f" -x -a {_quoted(' '.join(option.words))}"
    if option.files:
        return " -r -F"
    return " -x" if option.value else ""


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
