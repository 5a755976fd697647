"""The service of the example, with a book that its contract does not allow."""

from service import app, shelf

__all__ = ["app"]

shelf["9780141439518"]["copies"] = -1
