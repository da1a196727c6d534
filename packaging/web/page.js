// What the page does for the program: files, storage, downloads, and turns for long work. `src/ui/web.rs` is the other
// half. Nothing here loads anything.

import { hold, isForeign, lockOf, OWN, tab } from "./locks.js";
import { openPaths } from "./place.js";

let program;
// Whether another program has shared files with this one. `service-worker.js` has received them.
const isShared = new URLSearchParams(location.search).has("shared");
// The files that the browser lets the page write, by their path in the program.
const handles = new Map();

// Called once the program is loaded, with its exports.
export function attach(exports, runJob) {
  program = { ...exports, runJob };
  // Files opened with this program in the desktop.
  window.launchQueue?.setConsumer(({ files }) => files?.length > 0 && takeHandles(files));
  if (isShared) takeShared();
  // A turn that was asked for before.
  if (starting > 0) turn();
}

export function stored() {
  const files = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const name = localStorage.key(i);
      if (name.startsWith(OWN) && !name.endsWith(".files") && !isForeign(lockOf(name))) files.push(name, localStorage.getItem(name));
    }
  } catch {
    // The browser keeps nothing for this page.
  }
  return files;
}

export function store(name, contents) {
  const lock = lockOf(name);
  // Names the kept files to which unsaved changes belong.
  const files = lock && name.endsWith(".ron") ? `${lock}.files` : null;
  try {
    if (contents == null) {
      localStorage.removeItem(name);
      if (files) localStorage.removeItem(files);
    } else {
      if (lock) hold(lock);
      localStorage.setItem(name, contents);
      if (files) localStorage.setItem(files, JSON.stringify({ tab, paths: openPaths() }));
    }
    return true;
  } catch {
    return false;
  }
}

// Writes a file that the page may write. Every other one is offered as a download.
export function save(path, bytes) {
  const opened = handles.get(path);
  if (!opened) return download(path.split("/").pop(), bytes);
  const copy = bytes.slice();
  opened.writing = opened.writing.then(() => write(path, opened, copy));
}

async function write(path, opened, bytes) {
  const { handle } = opened;
  try {
    const permission = await handle.requestPermission?.({ mode: "readwrite" });
    if (permission === "denied") throw new Error("the browser does not allow it");
    if ((await handle.getFile()).lastModified !== opened.modified) throw new Error("another program has changed it");
    const stream = await handle.createWritable();
    await stream.write(bytes);
    await stream.close();
    opened.modified = (await handle.getFile()).lastModified;
  } catch (error) {
    download(path, bytes);
    program.save_failed(`${path}: the file cannot be written (${error.message}). It was saved as a download`);
  }
}

// The program has got another file under this path.
export function forget_handle(path) {
  handles.delete(path);
}

function download(name, bytes) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function choose_files(folder) {
  if (window.showOpenFilePicker && !folder) {
    showOpenFilePicker({ multiple: true }).then(takeHandles, (error) => {
      if (error.name === "AbortError") program.files_chosen([]);
      else choose(folder);
    });
  } else {
    choose(folder);
  }
}

function choose(folder) {
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

async function takeHandles(chosen) {
  const files = [];
  for (const handle of chosen) files.push(await handle.getFile());
  await take(files);
  for (const [index, file] of files.entries()) {
    handles.set(file.name, { handle: chosen[index], modified: file.lastModified, writing: Promise.resolve() });
  }
}

async function takeShared() {
  const shared = await caches.open("shared");
  const files = [];
  for (const request of await shared.keys()) {
    const response = await shared.match(request);
    files.push(new File([await response.blob()], decodeURIComponent(request.url.split("/").pop())));
    await shared.delete(request);
  }
  if (files.length > 0) await take(files);
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

// The program's keys, while it has the focus, are not the browser's. In a field, keys that type do both.
addEventListener("keydown", (event) => {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  const ctrl = ctrlKey || metaKey;
  const types = target instanceof HTMLInputElement && !ctrl && !altKey && !/^(F\d+|Page.*|Insert)$/.test(key);
  if (program && !types && program.takes_key(key, code, ctrl, shiftKey, altKey)) event.preventDefault();
}, { capture: true });

export function read_clipboard() {
  if (!navigator.clipboard?.readText) return program.paste_failed();
  navigator.clipboard.readText().then(program.pasted, program.paste_failed);
}

export function toggle_full_screen() {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  done?.catch(() => {});
}

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
