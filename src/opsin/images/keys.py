"""Under which keys the store keeps the bytes of pictures."""

from hashlib import sha256

from opsin.store.ids import CellId


def thumbnail_key(address: str) -> str:
    """Key of the bytes that a search fetched from an address for one of its cells."""
    return f"thumbnail:{sha256(address.encode(errors='surrogatepass')).hexdigest()}"


def original_key(id: CellId) -> str:  # noqa: A002
    """Key of the bytes that stand for an id once it was inspected or downloaded."""
    return f"original:{id}"


def download_key(id: CellId, folder: str) -> str:  # noqa: A002
    """Key of the state that says which file of a folder an id was saved as."""
    return f"download:{id}:{sha256(folder.encode(errors='surrogatepass')).hexdigest()}"
