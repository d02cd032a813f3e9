"""SVG pictures as PNG, through resvg (the extra `png`)."""

from __future__ import annotations

MAX_SIDE = 8192  # pixels


class NoConverter(RuntimeError):
    """The library that draws PNG is not installed."""


def png_bytes(svg: str, width: int = 1000) -> bytes:
    """The picture `width` pixels wide, 1 to 8192. Cards need no fonts; the words of a table are set in a font of
    the system's, and are left out where it has none.

    Raises `NoConverter` where the extra `png` is not installed.
    """
    if not 1 <= width <= MAX_SIDE:
        raise ValueError(f"a picture {width} pixels wide (1 to {MAX_SIDE})")
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise NoConverter("PNG pictures need resvg-py: pip install 'scopone[png]'") from None
    return bytes(svg_to_bytes(svg_string=svg, width=width))
