// What the page does for the program: files, storage, downloads, and turns for long work. `src/ui/web.rs` is the other
// half. Nothing here loads anything.

const OWN = "tandem/";
let program;

// Called once the program is loaded, with its exports.
export function attach(exports, runJob) {
  program = { ...exports, runJob };
  // A turn that was asked for before.
  if (starting > 0) turn();
}

// Recovery data belong to the page that writes them. It holds a lock of their name until it is closed, however it is
// closed, so that another page neither offers nor removes the changes of one that is open.
const lockOf = (name) => (name.startsWith(`${OWN}recovery/`) ? name.replace(/\.[^.]*$/, "") : null);
const ownLocks = new Set();
const foreignLocks = new Set();

// Called before the program is loaded. The lock of a page that was just closed or reloaded is free in a moment.
export async function findOtherPages() {
  try {
    const { held } = await navigator.locks.query();
    await Promise.all(held.map(({ name }) =>
      navigator.locks.request(name, { signal: AbortSignal.timeout(1000) }, () => {}).catch(() => foreignLocks.add(name))));
  } catch {
    // There are no locks without a secure connection.
  }
}

function hold(lock) {
  if (!navigator.locks || ownLocks.has(lock)) return;
  ownLocks.add(lock);
  // A promise that is never settled.
  navigator.locks.request(lock, { ifAvailable: true }, () => new Promise(() => {}));
}

export function stored() {
  const files = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const name = localStorage.key(i);
      if (name.startsWith(OWN) && !foreignLocks.has(lockOf(name))) files.push(name, localStorage.getItem(name));
    }
  } catch {
    // The browser keeps nothing for this page.
  }
  return files;
}

export function store(name, contents) {
  try {
    if (contents == null) localStorage.removeItem(name);
    else {
      const lock = lockOf(name);
      if (lock) hold(lock);
      localStorage.setItem(name, contents);
    }
    return true;
  } catch {
    return false;
  }
}

export function download(name, bytes) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function choose_files(folder) {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.webkitdirectory = folder;
  input.onchange = () => take(input.files);
  input.oncancel = () => program.files_chosen([]);
  input.click();
}

async function take(files) {
  const names = [];
  for (const file of files) {
    const name = file.webkitRelativePath || file.name;
    // A folder holds other things too.
    if (file.webkitRelativePath && !/\.(bpgn|pgn|txt|jsonl|bgn|ndjson|json|bz2|gz|zst)$/i.test(name)) continue;
    program.put_file(name, new Uint8Array(await file.arrayBuffer()));
    names.push(name);
  }
  program.files_chosen(names);
}

// Jobs run on the page's own thread. A job that takes long is suspended after some milliseconds, which leaves its call
// stack as it is, and resumed once the page has been painted. As all of them share one stack in memory, only the one
// that began last may go on. `start.js` says whether the browser can suspend.
const suspended = [];
let starting = 0;
let isDue = false;
const turns = new MessageChannel();
turns.port1.onmessage = () => {
  isDue = false;
  if (starting > 0) {
    starting--;
    Promise.resolve(program.runJob()).then(turn, (error) => fail(String(error)));
  } else {
    suspended.pop()?.();
  }
  if (starting > 0) turn();
};

function turn() {
  if (isDue || !program || (starting === 0 && suspended.length === 0)) return;
  isDue = true;
  turns.port2.postMessage(null);
}

export function schedule_job() {
  starting++;
  turn();
}

export function pause_job() {
  return new Promise((resume) => {
    suspended.push(resume);
    // Painting and input come first.
    if (document.hidden) setTimeout(turn);
    else requestAnimationFrame(() => setTimeout(turn));
  });
}

export const fragment = () => location.hash;
export const address = () => location.href.split("#")[0];
export const wants_less_motion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const has_touch_only = () => matchMedia("(pointer: coarse) and (hover: none)").matches;

export function set_title(title) {
  document.title = title;
}

export function fail(reason) {
  const state = document.getElementById("state");
  console.error(reason);
  if (!state || state.className === "failed") return;
  state.hidden = false;
  state.className = "failed";
  state.textContent = `Tandem has stopped: ${reason}\n\nReload the page. Unsaved changes are offered again.`;
}
