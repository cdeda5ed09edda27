"""Completion for zsh, by its `_arguments` (zshcompsys(1))."""

from collections.abc import Iterator, Sequence

from opsin.cli.completing.shapes import Option, Shape


def zsh(shapes: Sequence[Shape], flags: Sequence[str]) -> str:
    """The script. To use it: `source <(opsin completion zsh)` after compinit, or as the file _opsin in a folder of fpath."""
    described = "\n".join(f"    {_quoted(f'{shape.name}:{shape.purpose}')}" for shape in shapes)
    return f"""\
#compdef opsin
# Completion of opsin for zsh: source <(opsin completion zsh)
_opsin() {{
  local -a commands=(
{described}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    compadd -- {" ".join(flags)}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{"".join(_commands(shapes))}  esac
}}
if [[ $funcstack[1] == _opsin ]]; then _opsin "$@"; else compdef _opsin opsin; fi
"""


def _commands(shapes: Sequence[Shape]) -> Iterator[str]:
    for shape in shapes:
        specs = [spec for option in shape.options for spec in _specs(option)]
        if shape.words:
            specs.append(f"1:word:({' '.join(shape.words)})")
        if shape.files:
            specs.append("*:file:_files")
        lines = " \\\n".join(f"      {_quoted(spec)}" for spec in specs)
        yield f"  {shape.name})\n    _arguments -s \\\n{lines}\n    ;;\n"


def _specs(option: Option) -> Iterator[str]:
    value = ""
    if option.value:
        does = f"({' '.join(option.words)})" if option.words else "_files" if option.files else " "
        value = f":{_plain(option.value)}:{does}"
    others = f"({' '.join(option.names)})" if len(option.names) > 1 else ""
    for name in option.names:
        yield f"{others}{name}[{_plain(option.purpose)}]{value}"


def _plain(text: str) -> str:
    for sign in ("\\", "[", "]", ":"):
        text = text.replace(sign, f"\\{sign}")
    return text


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
