// The place in the page's address: #/analyse?p=<position>&m=<moves>&at=<n>, #/play, #/puzzles/<id> ...

export function readAddress() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const [view = "", ...rest] = path.split("/");
  const asked = new URLSearchParams(query);
  return {
    view: view || "analyse",
    id: rest.length ? decodeURIComponent(rest.join("/")) : null,
    position: asked.get("p"),
    moves: (asked.get("m") ?? "").split(" ").filter(Boolean),
    at: asked.has("at") ? Number(asked.get("at")) : null,
  };
}

export function address(view, { id, deal, moves = [], at } = {}) {
  const query = new URLSearchParams();
  if (deal) query.set("p", deal);
  if (moves.length) query.set("m", moves.join(" "));
  if (moves.length && at !== undefined && at !== moves.length) query.set("at", at);
  const path = `#/${view}` + (id ? `/${encodeURIComponent(id)}` : "");
  return query.size ? `${path}?${query}` : path;
}

/** Shows an address without a new entry in the history: a link to what is seen now. */
export function showAddress(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash);
}
