"""Completion for bash 3.2 and newer, which is that of macOS; no further package is needed."""

from collections.abc import Iterator, Sequence

from opsin.cli.completing.shapes import Shape


def bash(shapes: Sequence[Shape], flags: Sequence[str]) -> str:
    """The script. To use it: `eval "$(opsin completion bash)"` in ~/.bashrc."""
    names = " ".join([*(shape.name for shape in shapes), *flags])
    return f"""\
# Completion of opsin for bash: eval "$(opsin completion bash)"
_opsin() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in -*) ;; *) command=${{COMP_WORDS[i]}}; break ;; esac
  done
  local IFS=$' \\t\\n' words= files=
  case "$command $before" in
{"".join(_values(shapes))}  *)
    case "$command" in
    '') words='{names}' ;;
{"".join(_commands(shapes))}    esac
    ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ $files && $current != -* ]]; then
    IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
  fi
}}
complete -F _opsin opsin
"""


def _values(shapes: Sequence[Shape]) -> Iterator[str]:
    for shape in shapes:
        for option in shape.options:
            if not option.value:
                continue
            pattern = " | ".join(f"'{shape.name} {name}'" for name in option.names)
            if option.words:
                does = f"words='{' '.join(option.words)}'"
            else:
                does = "files=1" if option.files else "return"
            yield f"  {pattern}) {does} ;;\n"


def _commands(shapes: Sequence[Shape]) -> Iterator[str]:
    for shape in shapes:
        words = [*shape.words, *(name for option in shape.options for name in option.names)]
        files = " files=1" if shape.files else ""
        yield f"    {shape.name}) words='{' '.join(words)}'{files} ;;\n"
