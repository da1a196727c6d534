// The page's address and history follow what the program shows, and the program follows Back and Forward.
//
// `?url=games/club.bpgn` opens a file beside the page, `&game=812&at=34A` a moment in it. `#m=…&at=34A` is a link that has
// the whole match. A file that the user has opened has no address; `history.state` names it for a reload.

// Steps of this many moves change the address, and longer ones also make an entry in the history.
const STEP = 4;
// Browsers refuse frequent changes.
const PAUSE_MS = 400;

let program;
let shown = null;
let waiting = null;
let isReturning = false;
// Numbers of opened files are those of one run of the page.
const run = crypto.getRandomValues(new Uint32Array(1))[0];
const parameters = new URLSearchParams(location.search);
const archive = parameters.get("url");

// The path in the program of the file that the address names.
export const archivePath = () => (archive ? decodeURIComponent(new URL(archive, location).pathname.split("/").pop()) : null);

// Loads the file that the address names: its path and its bytes, or why it cannot be loaded.
export async function fetchArchive(report) {
  if (!archive) return null;
  const url = new URL(archive, location);
  const path = archivePath();
  if (url.origin !== location.origin) {
    return { error: `${url.host}: only a file of this site can be opened by address. Download it and open it here.` };
  }
  try {
    const response = await fetch(url);
    if (!response.ok) return { error: `${archive}: the server does not have this file (${response.status})` };
    const bytes = new Uint8Array(await withProgress(response, response.headers.get("content-length"), report).arrayBuffer());
    return { path, bytes };
  } catch (error) {
    return { error: `${archive}: cannot be loaded (${error.message})` };
  }
}

// The response, which reports what part of its bytes has arrived.
export function withProgress(response, bytes, report) {
  if (!response.body || !Number(bytes)) return response;
  let arrived = 0;
  const count = new TransformStream({
    transform(piece, controller) {
      arrived += piece.length;
      report(Math.min(arrived / bytes, 1));
      controller.enqueue(piece);
    },
  });
  const { status, headers } = response;
  const type = { "content-type": headers.get("content-type") ?? "" };
  return new Response(response.body.pipeThrough(count), { status, headers: type });
}

// Decides what to open when the page is loaded. `present` has the paths of the files whose bytes are there.
let start = {};
export function decideStart(present, error) {
  const before = history.state?.paths ?? [];
  const wanted = archive ? [archivePath()] : before;
  const paths = wanted.filter((path) => present.has(path));
  const lost = archive ? [] : before.filter((path) => !present.has(path));
  if (lost.length > 0) error = `${lost.join(", ")}: the browser has not kept this file. Open it again.`;
  start = { paths, game: Number(parameters.get("game")) || null, at: parameters.get("at"), error };
}

export const starting_place = () => JSON.stringify(start);

// The files that were open before a reload.
export const pathsBefore = () => history.state?.paths ?? [];

export function attachPlace(exports) {
  program = exports;
  addEventListener("popstate", ({ state }) => {
    if (!state) return;
    flush();
    isReturning = true;
    program.return_to(state.run === run ? state.opened : 0, state.paths, state.game, state.moment);
  });
  addEventListener("pagehide", flush);
}

export const openPaths = () => shown?.paths ?? [];

// Called with every moment that the program shows, as JSON.
export function show_place(json) {
  const place = { ...JSON.parse(json), run };
  const isOther = !shown || shown.opened !== place.opened || shown.game !== place.game;
  const isJump = shown && (isOther || (Math.abs(shown.moment - place.moment) > STEP && !place.isPlaying));
  const isFirst = !shown;
  shown = place;
  if (isJump && !isReturning) {
    flush();
    change("pushState", place);
  } else if (isFirst || isReturning) {
    change("replaceState", place);
  } else {
    waiting ??= setTimeout(flush, PAUSE_MS);
  }
  isReturning = false;
}

function flush() {
  if (waiting == null) return;
  clearTimeout(waiting);
  waiting = null;
  change("replaceState", shown);
}

function change(how, place) {
  try {
    history[how](place, "", addressOf(place));
  } catch {
    // Too many changes; a later one succeeds.
  }
}

function addressOf({ paths, game, at, isLink }) {
  const address = new URL(location.pathname, location);
  if (isLink && location.hash.startsWith("#m=")) {
    address.search = "";
    address.hash = location.hash.replace(/&at=[^&]*/, "") + (at ? `&at=${at}` : "");
  } else if (archive && paths.length === 1 && paths[0] === archivePath()) {
    address.search = `?url=${encodeURIComponent(archive).replaceAll("%2F", "/")}&game=${game + 1}${at ? `&at=${at}` : ""}`;
  } else if (paths.length > 0) {
    address.search = `?game=${game + 1}${at ? `&at=${at}` : ""}`;
  }
  return address.href;
}
