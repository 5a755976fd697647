"""Sends each line of JSON to a web application as a request, and prints the response. No port is opened.

Usage: ask.py MODULE FOLDER…: the module has the application, and the folders are where to import it from.
"""

import importlib
import json
import logging
import sys

sys.path[:0] = sys.argv[2:]
app = importlib.import_module(sys.argv[1]).app
logged: list[str] = []


class Kept(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        logged.append(self.format(record))


logging.getLogger().addHandler(Kept())


def asked(question: dict) -> tuple[int, dict, str]:
    if hasattr(app, "wsgi_app"):
        answer = app.test_client().open(question["path"], method=question["method"], json=question.get("json"))
        return answer.status_code, dict(answer.headers), answer.get_data(as_text=True)
    from starlette.testclient import TestClient

    client = TestClient(app, raise_server_exceptions=False)
    answer = client.request(question["method"], question["path"], json=question.get("json"))
    return answer.status_code, dict(answer.headers), answer.text


for line in sys.stdin:
    status, headers, text = asked(json.loads(line))
    found = {"status": status, "headers": {key.lower(): value for key, value in headers.items()}, "text": text}
    print(json.dumps(found | {"logged": "\n".join(logged)}), flush=True)
    logged.clear()
