"""`opsin unload`: the model server lets go of the vision model."""

import argparse

from opsin.cli.command import Command, Context, no_arguments
from opsin.cli.exits import OK


def run(_arguments: argparse.Namespace, context: Context) -> int:
    """Ask the engine that would look at images, and say what happened."""
    import asyncio

    context.console.say(asyncio.run(_unload(context)))
    return OK


async def _unload(context: Context) -> str:
    from opsin.opening import open_services
    from opsin.vision.choosing import model_engine

    settings = context.settings()
    async with open_services(settings) as services:
        engine = model_engine(services)
        if engine is None:
            return (
                "The settings ask no model server (OPSIN_VISION_ENGINE=ocr); there is nothing to let go of."
            )
        return await engine.unload()


COMMAND = Command(
    "unload",
    "Have the model server let go of the vision model, which it keeps for a day otherwise.",
    "opsin unload",
    no_arguments,
    run,
)
