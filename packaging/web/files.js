// Keeps the bytes of the files that are open, so that a reload can open them again, and another page can recover their
// unsaved changes once this page is closed. IndexedDB has them under the name of the tab and their path.

import { isForeign, lockOf, OWN, tab } from "./locks.js";

const STORE = "files";
// Files that no recovery data need are removed after this time.
const KEPT_MS = 30 * 24 * 3600 * 1000;
let database;
// What the program finds when it starts.
let kept = [];

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const table = (mode) => database.transaction(STORE, mode).objectStore(STORE);

// The recovery data of pages that are closed or this page: which tab has the files, and their paths.
function needed() {
  const all = [];
  for (let i = 0; i < localStorage.length; i++) {
    const name = localStorage.key(i);
    if (name.startsWith(`${OWN}recovery/`) && name.endsWith(".files")) {
      all.push({ ...JSON.parse(localStorage.getItem(name)), isForeign: isForeign(lockOf(name)) });
    }
  }
  return all;
}

// Called before the program starts. `paths` are the files that were open in this tab, `fetched` is an archive beside the
// page that its address names.
export async function findKeptFiles(paths, fetched) {
  const found = new Map();
  try {
    const opening = indexedDB.open("tandem", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: ["tab", "path"] });
    database = await done(opening);
    const recoveries = needed();
    const own = recoveries.filter((it) => it.tab === tab).flatMap((it) => it.paths);
    const take = async (from, path) => {
      const file = await done(table("readonly").get([from, path]));
      if (file) found.set(path, file);
    };
    for (const path of new Set([...paths, ...own])) await take(tab, path);
    // Unsaved changes of a closed page come before a file that is merely open here.
    for (const { tab: from, paths: others, isForeign } of recoveries) {
      if (isForeign || from === tab) continue;
      for (const path of others.filter((path) => !own.includes(path))) await take(from, path);
    }
    for (const { path, bytes, modified, tab: from } of found.values()) {
      if (from !== tab) keep(path, bytes, modified);
    }
    removeOld(new Set([...found.keys()]), recoveries).catch(() => {});
  } catch {
    // The browser keeps nothing for this page.
  }
  if (fetched) {
    const { path, bytes } = fetched;
    const before = found.get(path);
    const isSame = before && before.bytes.length === bytes.length && before.bytes.every((byte, at) => byte === bytes[at]);
    if (!isSame) {
      const modified = BigInt(Date.now());
      found.set(path, { path, bytes, modified });
      keep(path, bytes, modified);
    }
  }
  kept = [...found.values()];
  return new Set(found.keys());
}

async function removeOld(present, recoveries) {
  const isNeeded = (from, path) => recoveries.some((it) => it.tab === from && it.paths.includes(path));
  const last = Date.now() - KEPT_MS;
  const cursors = table("readwrite").openCursor();
  cursors.onsuccess = () => {
    const cursor = cursors.result;
    if (!cursor) return;
    const { tab: from, path, at } = cursor.value;
    const isOld = from === tab ? !present.has(path) : at < last;
    if (isOld && !isNeeded(from, path)) cursor.delete();
    cursor.continue();
  };
}

export const kept_names = () => kept.map((file) => file.path);
export const kept_modified = (index) => kept[index].modified;

export function take_kept(index) {
  const { bytes } = kept[index];
  kept[index].bytes = null;
  return bytes;
}

// `bytes` may be a view of the program's memory.
export function keep(path, bytes, modified) {
  try {
    table("readwrite").put({ tab, path, bytes: bytes.slice(), modified, at: Date.now() });
  } catch {
    // The browser keeps nothing for this page.
  }
}
