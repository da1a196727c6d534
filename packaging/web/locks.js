// Which data in the browser's storage belong to which page. A page holds locks on the names of its data until it is
// closed, however it is closed, so that another page neither offers nor removes the changes of one that is open.

export const OWN = "tandem/";

// Recovery data have the lock of their name without its ending.
export const lockOf = (name) => (name.startsWith(`${OWN}recovery/`) ? name.replace(/\.[^.]*$/, "") : null);
const lockOfTab = (tab) => `${OWN}tab/${tab}`;

// The name of this tab, which a reload leaves as it is.
export let tab = newTab();
const ownLocks = new Set();
const foreignLocks = new Set();

export const isForeign = (lock) => foreignLocks.has(lock);

function newTab() {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((it) => it.toString(36)).join("");
}

// Called before the program is loaded. The lock of a page that was just closed or reloaded is free in a moment.
export async function findOtherPages() {
  let known = null;
  try {
    known = sessionStorage.getItem(`${OWN}tab`);
    const { held } = await navigator.locks.query();
    const important = held.filter(({ name }) => name.startsWith(`${OWN}recovery/`) || (known && name === lockOfTab(known)));
    await Promise.all(important.map(({ name }) =>
      navigator.locks.request(name, { signal: AbortSignal.timeout(1000) }, () => {}).catch(() => foreignLocks.add(name))));
  } catch {
    // There are no locks without a secure connection.
  }
  // The browser's "Duplicate tab" copies the name.
  if (known && !isForeign(lockOfTab(known))) tab = known;
  try {
    sessionStorage.setItem(`${OWN}tab`, tab);
  } catch {
    // The browser keeps nothing for this page.
  }
  hold(lockOfTab(tab));
}

export function hold(lock) {
  if (!navigator.locks || ownLocks.has(lock)) return;
  ownLocks.add(lock);
  // A promise that is never settled.
  navigator.locks.request(lock, { ifAvailable: true }, () => new Promise(() => {}));
}
