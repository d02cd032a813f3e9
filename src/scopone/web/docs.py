"""The documentation of the API as one plain page, made from its OpenAPI description: no script, no network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from .._version import __version__


def page(openapi: Mapping[str, Any]) -> str:
    """The page."""
    title = f"{openapi['info']['title']} {__version__}: HTTP API"
    body = "\n".join(_body(openapi))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,"></head>\n'
        f"<body><main>\n<h1>{escape(title)}</h1>\n{body}\n</main></body></html>\n"
    )


def _body(openapi: Mapping[str, Any]) -> Iterator[str]:
    yield f"<p>{escape(openapi['info']['description'])}</p>"
    yield '<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>'
    operations = [
        (method.upper(), path, operation)
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
    ]
    yield "<ul>"
    for method, path, operation in operations:
        yield f'<li><a href="#{operation["operationId"]}"><code>{method} {escape(path)}</code></a></li>'
    yield "</ul>"
    for method, path, operation in operations:
        yield from _operation(method, path, operation)
    yield "<h2>Schemas</h2>"
    for name, schema in openapi.get("components", {}).get("schemas", {}).items():
        yield f'<h3 id="{name}">{name}</h3>'
        yield from _fields(schema)


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f'<h2 id="{operation["operationId"]}"><code>{method} {escape(path)}</code></h2>'
    for paragraph in operation.get("description", "").split("\n\n"):
        yield f"<p>{escape(paragraph)}</p>"
    for parameter in operation.get("parameters", ()):
        yield (
            f"<p>In the {parameter['in']}: <code>{escape(parameter['name'])}</code>"
            f" {_type(parameter['schema'])}</p>"
        )
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"<p>Request: {_type(content['schema'])} ({kind})</p>"
    yield "<ul>"
    for status, response in operation["responses"].items():
        kinds = ", ".join(
            f"{_type(content.get('schema', {}))} ({kind})"
            for kind, content in response.get("content", {}).items()
        )
        yield f"<li>{status}: {escape(response['description'])} {kinds}</li>"
    yield "</ul>"


def _fields(schema: Mapping[str, Any]) -> Iterator[str]:
    if "description" in schema:
        yield f"<p>{escape(schema['description'])}</p>"
    yield "<ul>"
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        optional = "" if name in required else ", optional"
        says = f": {escape(field['description'])}" if "description" in field else ""
        yield f"<li><code>{escape(name)}</code> {_type(field)}{optional}{says}</li>"
    yield "</ul>"


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in a few words, with links to those that have names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{name}">{name}</a>'
    for key, word in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
        if key in schema:
            return word.join(map(_type, schema[key]))
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return escape(", ".join(json.dumps(value) for value in values))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if schema.get("type") == "object" and "additionalProperties" in schema:
        return f"object of {_type(schema['additionalProperties'])}"
    limits = ", ".join(
        f"{word} {schema[key]}"
        for key, word in (
            ("minimum", "from"), ("exclusiveMinimum", "above"), ("maximum", "to"), ("maxLength", "at most"),
        )
        if key in schema
    )  # fmt: skip
    return escape(f"{schema.get('type', 'anything')} {limits}".strip())
