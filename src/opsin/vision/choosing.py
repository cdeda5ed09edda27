"""Which engine with a model is asked, as the settings say."""

from opsin.services import Services
from opsin.vision.engines.base import ModelEngine

EMBEDDED = "ocr"


def model_engine(services: Services) -> ModelEngine | None:
    """Make the engine that is asked; None where the settings ask none.

    `auto` is the server of OPSIN_VISION_OPENAI_URL where that is set, else Ollama. No other port is looked at.

    Raises:
        VisionRefused: the engine is named, and what it needs is not set.
    """
    settings = services.settings
    name = settings.vision_engine
    if name == EMBEDDED:
        return None
    if name == "openai" or (name == "auto" and settings.vision_openai_url):
        from opsin.vision.engines.openai_compatible import OpenAiCompatible

        return OpenAiCompatible(settings, services.web)
    from opsin.vision.engines.ollama import Ollama

    return Ollama(settings, services.web, background=services.background)
