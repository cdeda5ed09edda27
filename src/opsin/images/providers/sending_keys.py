"""Keys of providers: they go to the provider's own address only, never in the open, and show up nowhere else."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from opsin.errors import AddressRefused, WebError
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import is_named
from opsin.images.providers.fields import without
from opsin.settings import Settings
from opsin.web.urls import check_url, host_name

_SENDABLE = re.compile(r"[\x21-\x7e]+")
_TELLING = 6
"""From so many characters on a piece of a key is treated as the key."""


def checked_key(provider: str, settings: Settings, variable: str, base: str, base_variable: str) -> str:
    """Give the key that a setting holds, once it is sure that it may be sent to the provider's address.

    It goes over https; over plain http only to a server that the user named and that is none of the open web's.

    Args:
        provider: Name of the provider, for the error.
        settings: The values in force.
        variable: The setting with the key.
        base: The provider's address.
        base_variable: The setting with the address.

    Raises:
        ProviderError: there is no key, it has characters that no key has, or it would travel in the open.
    """
    key: str = getattr(settings, variable.removeprefix("OPSIN_").lower())
    if not _SENDABLE.fullmatch(key):
        what = "has characters that no key has" if key else "is not set"
        raise ProviderError(Outcome.REFUSED, f"{variable} {what}.", hint=f"Correct {variable}.")
    if base.lower().startswith("https://") or (is_named(settings, base) and _is_local(base)):
        return key
    raise ProviderError(
        Outcome.REFUSED,
        f"The key of {provider} is sent over https only, and {base_variable} is an http address.",
        hint=f"Write {base_variable} with https://.",
    )


@contextmanager
def hiding(key: str) -> Iterator[None]:
    """Keep the key out of what is told of a failure on the way: a server may send back what it was sent."""
    try:
        yield
    except WebError as error:
        error.outside = without(error.outside, key)
        if key[:_TELLING] in error.outside:
            # The words of others are cut to a length, and the cut may go through the key.
            error.outside = ""
        raise


def _is_local(base: str) -> bool:
    """Whether the outer door would turn the host away for what its name or number says."""
    host = host_name(base)
    try:
        check_url(f"http://{f'[{host}]' if ':' in host else host}/")
    except AddressRefused:
        return bool(host)
    return False
