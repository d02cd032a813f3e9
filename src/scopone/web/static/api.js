// The server's API, version 1. Everything is JSON; searches and reviews are streams of JSON lines.

const ROOT = "/api/v1";

/** What the server refused: `field` is the part of the request that was bad, or null. */
export class ApiError extends Error {
  constructor(status, field, message, retryAfter = 0) {
    super(message);
    this.status = status;
    this.field = field;
    this.retryAfter = retryAfter;
  }
}

async function refusal(response) {
  let error = {};
  try {
    error = (await response.json()).error ?? {};
  } catch {
    // not from the API: a proxy, or a server that is going down
  }
  const wait = Number(response.headers.get("Retry-After")) || 1;
  return new ApiError(response.status, error.field ?? null, error.message ?? response.statusText, wait);
}

async function request(path, body, signal) {
  const options = { signal, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(ROOT + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, null, "no answer from the server");
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

export const get = async (path, signal) => (await request(path, undefined, signal)).json();
export const post = async (path, body, signal) => (await request(path, body, signal)).json();

/** Yields the objects of a stream of JSON lines as they come. Aborting the signal stops the work on the server. */
export async function* stream(path, body, signal) {
  const response = await request(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line) yield checked(JSON.parse(line));
  }
  if (rest.trim()) yield checked(JSON.parse(rest));
}

function checked(found) {
  if (found.error) throw new ApiError(200, found.error.field ?? null, found.error.message);
  return found;
}

export const rulesOf = (position) => position.split(" ", 1)[0];
export const isAbort = (error) => error?.name === "AbortError";
