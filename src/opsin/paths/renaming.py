"""Renaming that fails where the new name is taken, in one step of the system: nothing can come between.

The plain renaming of POSIX replaces what has the name. Linux has `renameat2` with RENAME_NOREPLACE
(man 2 renameat2), macOS `renameatx_np` with RENAME_EXCL (man 2 renameatx_np); Windows' own does it anyway.
"""

import errno
import os
import sys

_RENAME_NOREPLACE = 1
_RENAME_EXCL = 4
_CALLS = {"linux": ("renameat2", _RENAME_NOREPLACE), "darwin": ("renameatx_np", _RENAME_EXCL)}


def rename_new(source: str, target: str, *, folder: int) -> None:
    """Rename a file within a folder.

    Args:
        source: The file's name.
        target: Its new name.
        folder: Handle of the folder.

    Raises:
        FileExistsError: something has the new name.
        OSError: EINVAL, ENOSYS or ENOTSUP where system or file system cannot do it.
    """
    name, flag = _CALLS.get(sys.platform, ("", 0))
    if not name:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    import ctypes

    call = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if call is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    call.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    if call(folder, os.fsencode(source), folder, os.fsencode(target), flag) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), target)
