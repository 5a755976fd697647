"""Translated templates in a folder of the user's own. Whatever goes wrong with it only costs time."""

import marshal
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import CodeType
from zlib import crc32

from sealwax import __version__

# Part of every entry: what another sealwax or another Python has left is worthless.
_MAKER = f"sealwax-template-2 {__version__} {sys.implementation.cache_tag} {sys.hexversion:x}\n".encode()


class TemplateCache:
    """Entries are found by a checksum, and hold the text that they were made from: two texts never share one."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._trusted = folder is not None and _is_private(folder)

    def get(self, template: str, source: bytes) -> CodeType | None:
        if not self._trusted:
            return None
        origin = _origin(template, source)
        try:
            with open(f"{self._folder}/{_entry(origin)}", "rb") as file:
                stored = file.read()
            # Unmarshalling damaged bytes can crash the process, so they are never tried.
            if crc32(stored[4:]).to_bytes(4) != stored[:4]:
                return None
            found, code = marshal.loads(stored[4:])  # noqa: S302
        except (OSError, ValueError, EOFError, TypeError):
            return None
        return code if found == origin and isinstance(code, CodeType) else None

    def put(self, template: str, source: bytes, code: CodeType) -> None:
        if self._folder is None:
            return
        origin = _origin(template, source)
        body = marshal.dumps((origin, code))
        temporary = self._folder / f".{_entry(origin)}.{os.getpid()}"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_private(self._folder):
                return
            with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(crc32(body).to_bytes(4) + body)
            temporary.replace(self._folder / _entry(origin))
        except OSError:
            with suppress(OSError):
                temporary.unlink()


def _origin(template: str, source: bytes) -> bytes:
    return b"%b%b\n%b" % (_MAKER, template.encode(), source)


def _entry(origin: bytes) -> str:
    return f"{crc32(origin):08x}"


def _is_private(folder: Path) -> bool:
    """Nobody else may write into the folder: what lies there is run as code."""
    try:
        status = folder.stat()
    except OSError:
        return False
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
