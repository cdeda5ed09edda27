"""What the exit codes mean. They are a contract: scripts rely on them."""

OK = 0
FAILED = 1
"""Something failed; where there were several things to do, the rest was done."""
USAGE = 2
"""An argument or a setting cannot be used; nothing was done."""
NOTHING_FOUND = 3
"""The search worked, and there was no picture."""
INTERRUPTED = 130
"""Ended by Ctrl-C."""
PIPE_CLOSED = 141
"""Whoever was reading the output has gone, as with `| head`."""

HELP = "exit codes: 0 done, 1 something failed, 2 bad argument or setting, 3 nothing found, 130 interrupted"
