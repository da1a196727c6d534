"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const moments = data.moments;
  // Both boards of a match, or the one of a game of Kriegspiel, which has no clocks and no reserves.
  const boards = data.game ? [0] : [0, 1];
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const ROLES = "PNBRQ";

  // A board is only written down where it changed.
  moments.forEach((moment, n) => {
    for (const key of ["a", "b"]) moment[key] ??= n ? moments[n - 1][key] : "";
    moment.last ??= n ? moments[n - 1].last : [null, null];
    moment.check ??= [null, null];
  });

  // A place in a variation stands behind the one from which it is played. It has no clocks.
  const places = data.variations;
  places.forEach((place) => {
    const from = place.back === undefined ? moments[place.leaves] : places[place.back];
    for (const key of ["a", "b"]) place[key] ??= from[key];
    const last = [...from.last];
    last[place.board] = place.last;
    place.last = last;
  });

  // While a variation is shown, `place` is where in it, and `moment` where it leaves the match.
  let moment = 0, place = null, time = 0, timer = 0, playing = false, flipped = data.flipped, before = 0;
  const here = () => (place === null ? moments[moment] : places[place]);

  const add = (parent, name, attributes) => {
    const node = document.createElementNS(SVG, name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    parent.append(node);
    return node;
  };

  // The pieces of a BFEN from a8 to h1: letter, and whether it was a pawn.
  const read = (bfen) => {
    const [placement, held = ""] = bfen.split(" ")[0].split(/[[\]]/);
    const pieces = [];
    for (const c of placement) {
      if (c === "/") continue;
      if (c === "~") pieces[pieces.length - 1].promoted = true;
      else if (c >= "1" && c <= "8") for (let n = +c; n > 0; n--) pieces.push(null);
      else pieces.push({ letter: c });
    }
    return { pieces, held };
  };
  const piece = (letter) => (letter === letter.toUpperCase() ? "w" : "b") + letter.toUpperCase();
  const cell = (square, blackBelow) => {
    const file = square.charCodeAt(0) - 97, row = 8 - +square[1];
    return blackBelow ? [7 - file, 7 - row] : [file, row];
  };

  const drawBoard = (svg, at, board) => {
    const blackBelow = (board === 1) !== flipped;
    const { pieces } = read(at[board ? "b" : "a"]);
    svg.replaceChildren();
    const use = (name, [x, y]) => add(svg, "use", { href: "#" + name, x: x * 45, y: y * 45 });
    const mark = (square, kind) => {
      const light = (square.charCodeAt(0) + +square[1]) % 2;
      use(kind + (light ? "-light" : "-dark"), cell(square, blackBelow));
    };
    use("ground", [0, 0]);
    if (at.last[board]) {
      const [from, to] = at.last[board];
      if (from) mark(from, "from");
      mark(to, from ? "to" : "drop");
    }
    if (at.check[board]) use("in-check", cell(at.check[board], blackBelow));
    const below = blackBelow ? "black" : "white";
    if (!data.veiled) use(below + "-below", [0, 0]);
    pieces.forEach((m, n) => {
      const index = blackBelow ? 63 - n : n, place = [index % 8, index >> 3];
      if (m) use(piece(m.letter), place);
      else if (data.veiled) use("veil", place);
      if (m?.promoted) use("promoted", place);
    });
    if (data.veiled) use(below + "-letters", [0, 0]);
    for (const square of at.rays ?? []) use("ray", cell(square, blackBelow));
    if (at.taken) use("taken", cell(at.taken, blackBelow));
    for (const [of, from, to, color] of at.marks ?? []) {
      if (of !== board) continue;
      const center = (square) => cell(square, blackBelow).map((n) => n * 45 + 22.5);
      const [x, y] = center(from), [right, down] = to ? center(to).map((n, axis) => n - [x, y][axis]) : [0, 0];
      const length = Math.hypot(right, down), turn = Math.atan2(down, right) * 180 / Math.PI;
      if (to) add(svg, "path", { class: "mark", fill: color, opacity: 0.8, transform: `translate(${x} ${y}) rotate(${turn})`,
        d: `M12-3.6H${length - 17}V-10L${length} 0 ${length - 17} 10V3.6H12z` });
      else add(svg, "circle", { class: "mark", cx: x, cy: y, r: 20.4, fill: "none", stroke: color, "stroke-width": 3.4, opacity: 0.8 });
    }
  };

  // On a narrow screen, a reserve stands beside its board, in two rows.
  const narrow = matchMedia("(max-width: 640px)");
  const drawReserve = (svg, held, white) => {
    const columns = svg.id && narrow.matches ? 3 : 5;
    const step = columns === 3 ? 47 : 70;
    svg.setAttribute("viewBox", columns === 3 ? "0 0 142 68" : "0 0 360 34");
    svg.replaceChildren();
    [...ROLES].forEach((role, n) => {
      const letter = white ? role : role.toLowerCase();
      const count = [...held].filter((c) => c === letter).length;
      const x = 2 + (n % columns) * step, y = Math.floor(n / columns) * 34;
      add(svg, "use", { href: "#" + piece(letter), transform: `translate(${x} ${y + 1}) scale(.7)`, opacity: count ? 1 : 0.12 });
      if (count > 1) add(svg, "text", { x: x + 34, y: y + 24, "font-size": 18, "font-weight": 600, fill: "#1c1f26" }).textContent = count;
    });
  };

  const clockText = (ms) => {
    if (ms === null) return "";
    const left = Math.abs(ms), seconds = Math.floor(left / 1000);
    const two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    const text = (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(seconds % 60);
    return (ms < 0 ? "−" : "") + text + (ms < 20000 && data.step < 1000 ? "." + (Math.floor(left / 100) % 10) : "");
  };

  // The timeline: a lane for the plies of each board, with sits, long thinks and findings, and the leads on both diagonals.
  const track = byId("track"), LEFT = 14, LANE = 15, PLOT = 40, HIGH = 32;
  const turns = data.turns ?? [], findings = data.findings ?? [];
  const isTurn = (kind) => kind === "sit" || kind === "think";
  // White A and Black B play together.
  const teamOf = (seat) => (seat === 0 || seat === 3 ? "first" : "second");
  const seatOf = (said) => "AaBb".indexOf(/^\d+([AaBb])\./.exec(said)?.[1] ?? "-");
  const lane = (seat) => 1 + (seat >> 1) * (LANE + 2);
  const across = (t) => LEFT + (track.clientWidth - LEFT - 2) * (data.end ? t / data.end : 0);
  // How much more time the first team has on the diagonal of a colour, in milliseconds.
  const lead = (clocks, color) => {
    const [own, other] = color ? [clocks[3], clocks[1]] : [clocks[0], clocks[2]];
    return own === null || other === null ? null : own - other;
  };
  const seconds = (ms) => Math.round(ms / 1000) + " s";
  const gap = (ms) => (data.step < 1000 ? (ms / 1000).toFixed(1) : Math.floor(ms / 1000));
  const note = (parent, words) => { add(parent, "title", {}).textContent = words; };
  const drawTrack = () => {
    if (!track) return;
    track.replaceChildren();
    const end = across(data.end);
    [0, 2].forEach((seat) => {
      add(track, "rect", { x: LEFT, y: lane(seat), width: end - LEFT, height: LANE, class: "lane" });
      add(track, "text", { x: 0, y: lane(seat) + 12, class: "letter" }).textContent = "AB"[seat >> 1];
    });
    for (const { seat, from, to, length, verb } of turns) {
      const x = across(from), width = across(to) - x;
      const turn = add(track, "g", { class: verb + " " + teamOf(seat) });
      add(turn, "rect", { x, y: lane(seat), width, height: LANE });
      if (width > 34) add(turn, "text", { x: x + width / 2, y: lane(seat) + 12, "text-anchor": "middle" }).textContent = length;
      note(turn, `${name(seat)} ${verb} for ${length}`);
    }
    moments.forEach((at, n) => {
      const seat = seatOf(at.said);
      if (seat < 0) return;
      const tick = add(track, "g", { class: "tick " + teamOf(seat) });
      add(tick, "rect", { x: across(at.t) - 0.75, y: lane(seat), width: 1.5, height: LANE });
      if (at.said.endsWith("#")) add(tick, "text", { x: Math.min(across(at.t) + 2, end - 8), y: lane(seat) + 12 }).textContent = "#";
      note(tick, at.said);
    });
    for (const { m, seat, kind, text } of findings) {
      if (isTurn(kind)) continue;
      const x = across(moments[m].t), y = lane(seat) + LANE / 2;
      const mark = add(track, "path", { class: "finding " + kind, d: `M${x - 5} ${y}L${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}z` });
      note(mark, text);
    }
    const most = Math.max(1000, ...moments.flatMap((at) => [0, 1].flatMap((color) =>
      [at.clocks, at.stops].map((clocks) => Math.abs(lead(clocks, color) ?? 0)))));
    const middle = PLOT + HIGH / 2;
    add(track, "path", { class: "zero", d: `M${LEFT} ${middle}H${end}` });
    [0, 1].forEach((color) => {
      let line = "";
      moments.forEach((at, n) => {
        for (const [t, clocks] of [[at.t, at.clocks], [(moments[n + 1] ?? at).t, at.stops]]) {
          const by = lead(clocks, color);
          if (by !== null) line += `${line ? "L" : "M"}${across(t).toFixed(1)} ${(middle - by / most * HIGH / 2).toFixed(1)}`;
        }
      });
      add(track, "path", { class: "lead" + (color ? " black" : ""), d: line || "M0 0" });
    });
    add(track, "text", { x: LEFT + 2, y: PLOT + 9, class: "scale" }).textContent = "± " + seconds(most);
    add(track, "path", { id: "now", class: "now" });
  };
  const name = (seat) => document.querySelector(`#seat${seat} b`).textContent || ["White A", "Black A", "White B", "Black B"][seat];
  const showTrack = (clocks) => {
    if (!track) return;
    byId("now").setAttribute("d", `M${across(time)} 0V${PLOT + HIGH + 2}`);
    const leads = ["White", "Black"].map((words, color) => {
      const by = lead(clocks, color);
      if (by === null) return "";
      const ahead = color ? (by < 0 ? 1 : 3) : (by < 0 ? 2 : 0);
      return `${color ? "- - " : "—"} ${words}: ` + (Math.abs(by) < data.step ? "level" : `${name(ahead)} +${gap(Math.abs(by))} s`);
    }).filter(Boolean);
    const facts = place !== null || !leads.length ? "" : "Diagonals " + leads.join("  ");
    if (byId("facts").textContent !== facts) byId("facts").textContent = facts;
    const about = findings.filter(({ m, kind }) => m === moment && !isTurn(kind)).map(({ text }) => text);
    const lasting = turns.filter(({ from, to }) => from <= time && time < to);
    for (const turn of lasting) {
      const begins = moments.findLastIndex(({ t }) => t <= turn.from);
      const told = findings.find(({ m, seat, kind }) => isTurn(kind) && seat === turn.seat && m === begins);
      about.push(told?.text ?? `${name(turn.seat)} ${turn.verb} for ${turn.length}.`);
    }
    const words = place !== null ? "" : about.join(" ");
    if (byId("note").textContent !== words) byId("note").textContent = words;
  };

  // Four seats: White A, Black A, White B, Black B. The upper one is Black on A and White on B.
  const showClocks = () => {
    const at = moments[moment];
    const now = at.clocks?.map((ms, seat) => (ms === null ? null : Math.max(ms - (time - at.t), at.stops[seat])));
    for (let seat = 0; seat < 4; seat++) {
      const node = byId("clock" + seat);
      if (!node) continue;
      const ms = place !== null ? null : now[seat];
      const turn = read.turn[seat >> 1] === seat % 2;
      node.textContent = clockText(ms);
      node.className = "clock" + (turn && ms !== null ? " turn" : "") + (ms !== null && ms < 10000 ? " short" : "");
    }
    const short = (ms) => clockText(Math.floor(ms)).split(".")[0];
    const words = data.game ? at.said
      : place !== null ? "variation, no clock times" : short(time) + " / " + short(data.end);
    // Screen readers repeat what is written again.
    if (byId("time").textContent !== words) byId("time").textContent = words;
    showTrack(now);
    byId("seek").value = time;
    byId("seek").setAttribute("aria-valuetext", words);
  };

  const show = () => {
    const at = here();
    read.turn = [at.a, at.b].map((bfen) => (bfen.split(" ")[1] === "w" ? 0 : 1));
    boards.forEach((board) => {
      const svg = byId("board" + board);
      drawBoard(svg, at, board);
      svg.setAttribute("aria-label", `Board${data.game ? "" : " " + "AB"[board]}, ${at.said}: ${at[board ? "b" : "a"]}`);
      const { held } = read(at[board ? "b" : "a"]);
      if (!data.game) [0, 1].forEach((color) => drawReserve(byId("reserve" + (board * 2 + color)), held, color === 0));
      const whiteBelow = (board === 0) !== flipped;
      [0, 1].forEach((color) => {
        const seat = byId("seat" + (board * 2 + color)), below = (color === 0) === whiteBelow;
        seat.style.order = below ? 3 : 1;
        seat.classList.toggle("below", below);
      });
    });
    for (const link of document.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const link = document.querySelector(place === null ? `td a[data-m="${moment}"]` : `a[data-v="${place}"]`);
    if (link) {
      link.setAttribute("aria-current", "true");
      const list = byId("list");
      const off = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
      list.scrollTop += off - list.clientHeight / 2;
    }
    byId("play").textContent = playing ? "Pause" : "Play";
    showClocks();
  };

  const goTo = (n) => {
    place = null;
    moment = Math.max(0, Math.min(moments.length - 1, n));
    time = moments[moment].t;
    show();
  };
  const goToPlace = (n) => {
    place = n;
    moment = places[n].leaves;
    time = moments[moment].t;
    show();
  };
  const leave = (n) => (places[n].back === undefined ? goTo(places[n].leaves) : goToPlace(places[n].back));
  const back = () => (place === null ? goTo(moment - 1) : leave(place));
  const on = () => {
    if (place === null) goTo(moment + 1);
    else if (places[place].on !== undefined) goToPlace(places[place].on);
  };
  // The first ply of the variation that is shown.
  const first = () => {
    let n = place;
    while (places[n].back !== undefined && places[places[n].back].on === n) n = places[n].back;
    return n;
  };
  const following = (back, leaves) =>
    places.map((at, v) => ({ at, v })).filter(({ at }) => at.back === back && at.leaves === leaves);
  // The ply that stands on the boards and what could be played in its place, in the order of the list.
  const alternatives = (n) => {
    const back = n === null ? undefined : places[n].back;
    const leaves = n === null ? moment - 1 : places[n].leaves;
    const main = back === undefined && leaves >= 0 && leaves + 1 < moments.length ? [{ m: leaves + 1 }] : [];
    return [...main, ...following(back, leaves)];
  };
  const placeIn = (list, n) => list.findIndex((at) => (n === null ? at.m === moment : at.v === n));
  const choose = (at) => {
    pause();
    at.m === undefined ? goToPlace(at.v) : goTo(at.m);
  };
  // Down leads to the next alternative; at an end, to what goes on from there. Up leads back.
  const down = () => {
    const list = alternatives(place);
    const ends = place === null ? moment === moments.length - 1 : places[place].on === undefined;
    const next = list[placeIn(list, place) + 1] ?? (ends ? following(place ?? undefined, moment)[0] : undefined);
    if (!next) return false;
    choose(next);
  };
  const up = () => {
    if (place === null) return false;
    const n = first(), list = alternatives(n), index = placeIn(list, n);
    if (index > 0) choose(list[index - 1]);
    else {
      pause();
      leave(n);
    }
  };
  const end = () => {
    if (place === null) return goTo(moments.length - 1);
    let n = place;
    while (places[n].on !== undefined) n = places[n].on;
    goToPlace(n);
  };
  const seek = (ms) => {
    time = Math.max(0, Math.min(data.end, ms));
    let n = moments.length - 1;
    while (n > 0 && moments[n].t > time) n--;
    const changed = n !== moment;
    moment = n;
    changed ? show() : showClocks();
  };
  const frame = (now) => {
    if (!playing) return;
    let passed = (now - before) * +byId("speed").value;
    before = now;
    let to = time;
    for (let n = moment; passed > 0 && n + 1 < moments.length; n++) {
      const wait = moments[n + 1].t - moments[n].t;
      // A wait over 3 s is played within one.
      const faster = byId("skip")?.checked && wait > 3000 ? wait / 1000 : 1;
      const step = Math.min(passed * faster, moments[n + 1].t - to);
      to += step;
      passed -= step / faster;
    }
    seek(to);
    if (moment === moments.length - 1) pause();
    else requestAnimationFrame(frame);
  };
  // A variation has no times: it is played one ply a second.
  const later = () => { timer = setTimeout(stepOn, 1000 / +byId("speed").value); };
  const stepOn = () => {
    if (!playing || place === null) return;
    on();
    if (places[place].on === undefined) pause();
    else later();
  };
  const pause = () => { playing = false; clearTimeout(timer); show(); };
  const play = () => {
    if (place !== null && places[place].on === undefined) goToPlace(first());
    else if (place === null && moment === moments.length - 1) goTo(0);
    playing = true;
    if (place !== null) {
      show();
      later();
      return;
    }
    before = performance.now();
    show();
    requestAnimationFrame(frame);
  };
  const flip = () => { flipped = !flipped; show(); diagrams(); };
  const diagrams = () => {
    for (const link of document.querySelectorAll(".diagram a")) {
      link.replaceChildren();
      for (const board of boards) {
        const { m, v } = link.dataset, at = v === undefined ? moments[m] : places[v];
        const whiteBelow = (board === 0) !== flipped;
        const { held } = read(at[board ? "b" : "a"]);
        const column = document.createElement("span");
        link.append(column);
        const part = (height, name) =>
          add(column, "svg", { viewBox: "0 0 360 " + height, class: name, "aria-hidden": "true" });
        if (!data.game) drawReserve(part(34, "reserve"), held, !whiteBelow);
        drawBoard(part(360, "board"), at, board);
        if (!data.game) drawReserve(part(34, "reserve"), held, whiteBelow);
      }
    }
  };

  byId("start").onclick = () => goTo(0);
  byId("back").onclick = () => { pause(); back(); };
  byId("play").onclick = () => (playing ? pause() : play());
  byId("on").onclick = () => { pause(); on(); };
  byId("end").onclick = end;
  byId("flip").onclick = flip;
  byId("seek").max = data.end;
  byId("seek").oninput = (event) => { playing = false; place = null; seek(+event.target.value); show(); };
  if (track) {
    const seekTo = (event) => {
      const { left } = track.getBoundingClientRect();
      playing = false;
      place = null;
      seek((event.clientX - left - LEFT) / (track.clientWidth - LEFT - 2) * data.end);
      show();
    };
    track.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      track.setPointerCapture(event.pointerId);
      seekTo(event);
    });
    track.addEventListener("pointermove", (event) => { if (event.buttons & 1) seekTo(event); });
    addEventListener("resize", () => { drawTrack(); show(); });
    drawTrack();
  }
  byId("list").onclick = (event) => {
    const link = event.target.closest("a[data-m], a[data-v]");
    if (!link) return;
    event.preventDefault();
    pause();
    if (link.dataset.v) goToPlace(+link.dataset.v);
    else goTo(+link.dataset.m);
  };
  // A tap on the right half of a board steps on, on the left half back; a swipe to the left steps on.
  const STILL = 10, SWIPE = 30;
  let touch = null;
  const table = document.querySelector(".boards");
  table.addEventListener("pointerdown", (event) => { touch = event.isPrimary && !event.button ? event : null; });
  table.addEventListener("pointercancel", () => { touch = null; });
  table.addEventListener("pointerup", (event) => {
    if (!touch || event.pointerId !== touch.pointerId) return;
    const across = event.clientX - touch.clientX, along = event.clientY - touch.clientY;
    const board = touch.target.closest(".board");
    touch = null;
    if (Math.abs(across) >= SWIPE && Math.abs(across) > Math.abs(along)) byId(across < 0 ? "on" : "back").click();
    else if (board && Math.hypot(across, along) < STILL) {
      const { left, width } = board.getBoundingClientRect();
      byId(event.clientX < left + width / 2 ? "back" : "on").click();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("select")) return;
    if (event.key === " " && event.target.closest?.("button")) return;
    const keys = {
      ArrowLeft: () => byId("back").click(), ArrowRight: () => byId("on").click(),
      Home: () => goTo(0), End: end, ArrowDown: down, ArrowUp: up, f: flip, " ": () => byId("play").click(),
    };
    if (!keys[event.key] || keys[event.key]() === false) return;
    event.preventDefault();
  });

  diagrams();
  goTo(data.moment);
})();
