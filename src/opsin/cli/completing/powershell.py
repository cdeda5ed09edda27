"""Completion for PowerShell 5 and newer (Register-ArgumentCompleter)."""

from collections.abc import Sequence

from opsin.cli.completing.shapes import Shape


def powershell(shapes: Sequence[Shape], flags: Sequence[str]) -> str:
    """The script. To use it: `opsin completion powershell | Out-String | Invoke-Expression` in $PROFILE."""
    commands = "\n".join(
        f"  {_quoted(shape.name)} = @({_list([*shape.words, *_options(shape)])})" for shape in shapes
    )
    values = "\n".join(
        f"  {_quoted(f'{shape.name} {name}')} = @({_list(option.words)})"
        for shape in shapes
        for option in shape.options
        for name in option.names
        if option.words
    )
    return f"""\
# Completion of opsin for PowerShell: opsin completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName opsin -ScriptBlock {{
  param($word, $line, $position)
  $commands = @{{
{commands}
  }}
  $values = @{{
{values}
  }}
  $typed = @($line.CommandElements | Where-Object {{ $_.Extent.EndOffset -lt $position }} | ForEach-Object {{ "$_" }})
  $command = if ($typed.Count -gt 1) {{ $typed[1] }} else {{ '' }}
  $found = $values["$command $($typed[-1])"]
  if (-not $found) {{ $found = if ($command) {{ $commands[$command] }} else {{ @($commands.Keys | Sort-Object) + @({_list(flags)}) }} }}
  $found | Where-Object {{ $_ -like "$word*" }} | ForEach-Object {{
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }}
}}
"""


def _options(shape: Shape) -> list[str]:
    return [name for option in shape.options for name in option.names]


def _list(words: Sequence[str]) -> str:
    return ", ".join(_quoted(word) for word in words)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
