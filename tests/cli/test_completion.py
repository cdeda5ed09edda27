"""`opsin completion`: in bash, zsh and fish themselves, where they are installed."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.cli.completion_command import SHELLS
from opsin.cli.program import COMMANDS, load

Capture = pytest.CaptureFixture[str]


def script(shell: str, capsys: Capture) -> str:
    assert main(["completion", shell], environ={}) == 0
    return capsys.readouterr().out


def test_without_a_shell_all_four_are_listed_and_another_is_no_variable(
    capsys: Capture,
) -> None:
    assert main(["completion"], environ={}) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(SHELLS)
    assert all(f"opsin completion {shell}" in line for shell, line in zip(SHELLS, listed, strict=True))
    assert main(["completion", "tcsh"], environ={}) == 2
    told = capsys.readouterr().err
    assert "SHELL" not in told
    assert "bash or zsh or fish or powershell" in told


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_it(shell: str, capsys: Capture) -> None:
    text = script(shell, capsys)
    for name in COMMANDS:
        assert name in text
        for option in load(name).parser()._option_string_actions:
            assert option.lstrip("-") in text


CASES = [
    (["opsin", "sea"], {"search"}),
    (["opsin", "install", "--client", "co"], {"codex"}),
    (["opsin", "search", "x", "--lic"], {"--license"}),
    (["opsin", "completion", "z"], {"zsh"}),
    (["opsin", "search", "--out", "pic"], {"picture one.jpg", "pictures"}),
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "picture one.jpg").touch()
    (tmp_path / "pictures").mkdir()
    asked = "\n".join(
        f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _opsin; "
        "printf '%s|' \"${COMPREPLY[@]}\"; echo"
        for words, _ in CASES
    )
    text = f"{script('bash', capsys)}\ncomplete -p opsin >/dev/null || exit 9\n{asked}\n"
    done = subprocess.run(
        ["bash", "--norc"], input=text, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    found = [set(filter(None, line.split("|"))) for line in done.stdout.splitlines()]
    assert found == [wanted for _, wanted in CASES]


@pytest.mark.full
@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish_completes(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "picture one.jpg").touch()
    (tmp_path / "pictures").mkdir()
    asked = "\n".join(f"complete -C'{' '.join(words)}'; echo =" for words, _ in CASES)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"{script('fish', capsys)}\n{asked}"],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = [
        {line.partition("\t")[0].rstrip("/").replace("\\ ", " ") for line in part.splitlines() if line}
        for part in done.stdout.split("=\n")[:-1]
    ]
    assert found == [wanted for _, wanted in CASES]


@pytest.mark.full
@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
def test_zsh_completes(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "opsin.zsh").write_text(script("zsh", capsys), encoding="utf-8")
    subprocess.run(["zsh", "-n", "opsin.zsh"], cwd=tmp_path, check=True)
    shown = in_a_terminal(tmp_path, "opsin install --client cod\topsin completion fis\t")
    assert "opsin install --client codex " in shown
    assert "opsin completion fish" in shown


def in_a_terminal(folder: Path, typed: str) -> str:
    """Type into zsh at a pseudo-terminal, and give what it shows."""
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ.update(HOME=str(folder), TERM="dumb", PS1="> ", ZDOTDIR=str(folder))
        os.execvp("zsh", ["zsh", "-f", "-i"])
    shown = ""
    lines = ["autoload -Uz compinit && compinit -u", "source ./opsin.zsh && echo rea''dy"]
    os.write(terminal, ("\n".join(lines) + "\n").encode())
    shown = _until(terminal, "ready")
    for part in typed.split("opsin ")[1:]:
        os.write(terminal, f"opsin {part}".encode())
        shown += _until(terminal, None)
        os.write(terminal, b"\x15")
    os.write(terminal, b"\x15exit\n")
    os.waitpid(pid, 0)
    os.close(terminal)
    return shown


def _until(terminal: int, mark: str | None, seconds: float = 20.0) -> str:
    """What is shown until a mark comes, or until nothing comes any more."""
    import select

    shown, end = "", time.monotonic() + seconds
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 1.0)
        if not ready:
            if mark is None:
                return shown
            continue
        shown += os.read(terminal, 65_536).decode("utf-8", "replace")
        if mark is not None and f"\n{mark}" in shown.replace("\r", ""):
            return shown
    return shown
