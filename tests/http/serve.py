"""Serves an application on a free port of this machine, and prints the port. It stops when its standard input ends.

Usage: serve.py MODULE FOLDER…: the module has the application, and the folders are where to import it from.
"""

import importlib
import socket
import sys
import threading

import uvicorn

sys.path[:0] = sys.argv[2:]
app = importlib.import_module(sys.argv[1]).app
server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
listening = socket.create_server(("127.0.0.1", 0))


def stop_with_input() -> None:
    sys.stdin.read()
    server.should_exit = True


threading.Thread(target=stop_with_input, daemon=True).start()
print(listening.getsockname()[1], flush=True)
server.run(sockets=[listening])
