"""The worker process that looks at the files of the user's pictures, so that none of them reaches the server.

`python -m opsin.local.child MEMORY SECONDS`, as `opsin.pixels.isolated.child`.
"""

import os
from collections.abc import Mapping
from typing import Any

from opsin.pixels.isolated.child import Answer, Work, main


def look(_asked: Mapping[str, Any], data: bytes) -> Answer:
    """What the index has to know of a file."""
    from opsin.local.survey import survey

    return {"survey": survey(data).to_json()}, b""


_NICE = 10

WORK: Mapping[str, Work] = {"survey": look}


def load() -> None:
    """Load all that is needed, before files may no longer be opened at will; and give way to all other work."""
    from PIL import AvifImagePlugin, Image

    import opsin.local.colours
    import opsin.local.survey
    import opsin.pixels.decode
    import opsin.pixels.ground
    import opsin.pixels.metadata  # noqa: F401

    Image.preinit()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    AvifImagePlugin.DEFAULT_MAX_THREADS = 2


if __name__ == "__main__":
    code = main(WORK, load)
    os._exit(code)
