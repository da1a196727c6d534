// Starts the program in the page.

import init, * as program from "./tandem.js";
import { findKeptFiles } from "./files.js";
import { findOtherPages } from "./locks.js";
import { attach, fail, pause_job } from "./page.js";
import { attachPlace, decideStart, fetchArchive, pathsBefore, withProgress } from "./place.js";

// The size of the program, which a server that compresses it does not tell.
const PROGRAM_BYTES = @PROGRAM_BYTES@;

// Where the browser can suspend a call (JavaScript Promise Integration), a long job lets the page paint between its
// slices. Elsewhere it runs in one piece.
const canSuspend = "Suspending" in WebAssembly;

function withPause(imports) {
  const pause = canSuspend ? new WebAssembly.Suspending(pause_job) : () => {};
  const modules = Object.entries(imports).map(([from, module]) => {
    const functions = Object.entries(module).map(([name, it]) => [name, /^(__wbg_)?pause_job(_|$)/.test(name) ? pause : it]);
    return [from, Object.fromEntries(functions)];
  });
  return Object.fromEntries(modules);
}

for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name].bind(WebAssembly);
  WebAssembly[name] = (source, imports) => original(source, withPause(imports));
}

// Both take their part of the way.
const parts = { program: 0, archive: 0 };
const bar = document.getElementById("progress");
function report(part, done) {
  parts[part] = done;
  const shares = location.search.includes("url=") ? [0.5, 0.5] : [1, 0];
  bar.value = parts.program * shares[0] + parts.archive * shares[1];
}

// Some servers do not know the type of the program.
async function compile(response) {
  if (!response.ok) throw new Error(`the server has no program (${response.status})`);
  const isTyped = response.headers.get("content-type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

try {
  const loading = fetch(new URL("tandem_bg.wasm", import.meta.url));
  const archive = fetchArchive((done) => report("archive", done));
  await findOtherPages();
  const loaded = withProgress(await loading, PROGRAM_BYTES, (done) => report("program", done));
  const compiling = compile(loaded);
  const fetched = await archive;
  const present = await findKeptFiles(pathsBefore(), fetched?.bytes ? fetched : null);
  decideStart(present, fetched?.error);
  const exports = await init({ module_or_path: await compiling });
  attach(program, canSuspend ? WebAssembly.promising(exports.run_job) : exports.run_job);
  attachPlace(program);
  document.getElementById("state").hidden = true;
  addEventListener("hashchange", () => program.open_link(location.hash));
  // For the test of this page.
  window.tandem = { ...program, memory: exports.memory };
} catch (error) {
  fail(String(error));
}

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}
