"""Names that contracts cannot give: those that languages, tools and generated code use themselves."""

MODULES = frozenset(
    """
    builders clock enums errors exceptions fastapi http mcp merging parsing partial
    parts records schemas texts tools validation wire
    """.split()
)
"""The modules of generated Python packages, apart from that of the warnings, which is named after their record."""


# Names that types and exceptions cannot have in one language, where they get an underscore.

PYTHON_NAMES = frozenset(
    """
    Any Callable ClassVar Enum Exception Final Generic HttpFacts HttpReply Iterable Iterator KeyError Literal Mapping
    MutableMapping NamedTuple NotRequired Protocol RecursionError Required Self Sequence StrEnum TypeAlias TypeError
    TypeGuard TypeVar TypedDict Union Unpack ValueError
    """.split()
)
"""What generated Python modules import or raise."""
PYTHON_EXCEPTIONS = frozenset(
    """
    ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BufferError
    BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
    ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError ExceptionGroup
    FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit ImportError ImportWarning
    IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError
    MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError
    OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError
    RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration
    SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning
    ValueError Warning ZeroDivisionError
    """.split()
)
"""The built-in exceptions and warnings of Python. A type can have their name, and hides them where it is imported."""
SCRIPT_NAMES = frozenset(
    """
    Array Boolean CommonOptions Date Error ExceptionOptions Exclude Extract Function Guard Infinity Iterable Iterator
    Map NonNullable Number Object Omit Parse Partial Pick Promise Proxy RangeError Readonly ReadonlyArray Record Reflect
    RegExp Required SafeParse Set String Symbol SyntaxError TypeError Validate ValidationOptions
    """.split()
)
"""The global types and values that generated JavaScript and TypeScript use, and types of functions in packages."""


# Names that no generated file or folder can have.

_DEVICES = {
    *("con", "prn", "aux", "nul", "conin$", "conout$"),
    *(f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"),
}
_TOOL_FOLDERS = {"node_modules", "__pycache__"}


def unusable(name: str) -> str:
    """The reason why no file or folder may be called this, with or without an ending; empty if it may."""
    stem = name.partition(".")[0].lower()
    if stem in _DEVICES:
        return f"on Windows, '{stem}' is a device, and no file or folder can be called that"
    if (folder := stem.replace("-", "_")) in _TOOL_FOLDERS:
        return f"folders called '{folder}' belong to tools, which overwrite and ignore files in them"
    return ""


# The names of standard modules, and of those that Python imports when it starts, which a package cannot have. They are
# written out, so that the result does not depend on the version of Python that runs sealwax.
PYTHON_MODULES = frozenset(
    """
    __future__ __main__ _thread sitecustomize usercustomize
    abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
    builtins bz2 calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent
    configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal
    difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput
    fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq
    hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3
    linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
    multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib
    pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
    pyclbr pydoc pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select
    selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 ssl stat
    statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib
    tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback
    tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref
    webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
    """.split()
)
USED_MODULES = frozenset(
    "fastapi fastmcp jsonschema mcp msgspec pydantic pydantic_core starlette typing_extensions".split()
)
"""The packages that generated modules, or those who use them, import: a package of that name would take their place."""
NODE_MODULES = frozenset(
    """
    assert async-hooks buffer child-process cluster console constants crypto dgram diagnostics-channel dns domain
    events fs http http2 https inspector module net os path perf-hooks process punycode querystring readline repl
    stream string-decoder sys timers tls trace-events tty url util v8 vm wasi worker-threads zlib
    """.split()
)
