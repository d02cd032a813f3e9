"""The board and the trainer for a browser: an HTTP API, versioned, and the page that uses it.

`create_app` makes the application; `scopone serve` runs it. What the API offers is told by `/api/v1/docs`.
Needs the extra `web`.
"""

from .app import Settings, create_app

__all__ = ["Settings", "create_app"]
