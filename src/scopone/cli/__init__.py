"""The command line: `scopone COMMAND`, see `scopone --help`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .errors import BAD_INPUT, INTERRUPTED, OK, PIPE_CLOSED, CommandError, report


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status. All errors end here, as one line on stderr."""
    try:
        _open_closed_streams()
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # whoever read our output has gone; nothing more can be said, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except CommandError as error:
        report(str(error))
        return error.status
    except UnicodeEncodeError as error:
        report(f"this terminal's encoding ({error.encoding}) cannot show {error.object[error.start]!a}")
        return BAD_INPUT
    except OSError as error:
        report(f"cannot write the output: {error.strerror or error}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    except MemoryError:
        report("not enough memory for this (see --memory)")
        return BAD_INPUT


def _open_closed_streams() -> None:
    """Where a stream was closed before the start, Python has None, and a file opened later takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _run(argv: list[str]) -> int:
    from typer import Exit

    from .app import command

    # a field such as -/AsAb of a position given in several arguments is no option: no option starts so
    args = [f" {a}" if a.startswith("-/") else a for a in argv]
    top = command()
    try:
        with top.make_context("scopone", args or ["--help"]) as context:
            status = top.invoke(context)
    except Exit as end:
        return end.exit_code
    except Exception as error:
        # the base class of typer's usage errors has moved between its releases
        if not hasattr(error, "format_message"):
            raise
        raise CommandError(_usage(error)) from None
    return status if isinstance(status, int) else OK


def _usage(error: Exception) -> str:
    message = " ".join(error.format_message().split()) or "Missing command"  # type: ignore[attr-defined]
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "scopone"
    return f"{message.rstrip('.')} (see {path} --help)"
