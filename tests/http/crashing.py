"""The services of the example, with a route that crashes."""

import sys


def crash(*_arguments: object) -> None:
    raise ZeroDivisionError("the password is hunter2")


if "flask" in sys.argv:
    from flask_service import app

    app.add_url_rule("/crash", view_func=crash)
else:
    from starlette.routing import Route
    from starlette_service import app

    app.router.routes.append(Route("/crash", crash))
