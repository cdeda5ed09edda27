"""Where an open file lies, as Windows knows it (GetFinalPathNameByHandleW, learn.microsoft.com/windows/win32/api)."""

import sys

if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _MOST_CHARACTERS = 32_768
    _ASK = ctypes.WinDLL("kernel32", use_last_error=True).GetFinalPathNameByHandleW
    _ASK.argtypes = (wintypes.HANDLE, wintypes.LPWSTR, wintypes.DWORD, wintypes.DWORD)
    _ASK.restype = wintypes.DWORD

    def final_name(handle: int) -> str:
        """The path without links of an open file.

        Raises:
            OSError: the system does not tell it.
        """
        text = ctypes.create_unicode_buffer(_MOST_CHARACTERS)
        length = _ASK(msvcrt.get_osfhandle(handle), text, _MOST_CHARACTERS, 0)
        if not 0 < length < _MOST_CHARACTERS:
            raise OSError(ctypes.get_last_error(), "the system does not tell where the file lies")
        name = text.value
        if name.startswith("\\\\?\\UNC\\"):
            return "\\\\" + name[8:]
        return name.removeprefix("\\\\?\\")
