#!/usr/bin/env python3
"""Compares the findings that the subcommands print: `analyse --findings`, `analyse --summary`, `search` and `puzzles`.

See README.md in this folder.
"""

import collections
import json
import subprocess
import sys
import tempfile

THEMES = ["drop-mate", "contact-mate", "smothered", "back-rank", "double-check", "discovered-check", "sacrifice",
          "promotion", "king-hunt", "only-defence", "starvation"]
KINDS = ["mate-found", "mate-missed", "capture-made", "capture-missed", "joint-made", "joint-missed", "joint-spoiled",
         "piece-lost", "sit", "think", "defence-found", "defence-missed"]
MISTAKES = {"mate-missed", "capture-missed", "joint-missed", "joint-spoiled", "piece-lost", "defence-missed"}
# Search terms, and the findings that they ask for.
TERMS = {f"finding:{kind}": {kind} for kind in KINDS}
TERMS["missed-mate"] = {"mate-missed"}
TERMS["missed-joint"] = {"capture-missed", "joint-missed", "joint-spoiled"}
TERMS["fatal"] = {"piece-lost"}


def run(tandem, *words):
    return [json.loads(line) for line in
            subprocess.run([tandem, *words], stdout=subprocess.PIPE, check=False).stdout.splitlines()]


def main():
    tandem, path = sys.argv[1:]
    findings = run(tandem, "analyse", "--findings", "--json", path)
    by_id = {line["id"]: line for line in findings}
    differences = []

    def check(what, given, expected):
        if given != expected:
            false, missing = sorted(given - expected)[:3], sorted(expected - given)[:3]
            differences.append(f"{what}: {len(given)}, not {len(expected)}; false {false}, missing {missing}")

    counts = collections.Counter((line["player"], line["kind"]) for line in findings if line["player"])
    summed = {(row["player"], kind): count for row in run(tandem, "analyse", "--summary", "--json", path)
              for kind, count in row["findings"].items() if count}
    check("summary", set(summed.items()), set(counts.items()))

    def search(words, expected):
        hits = run(tandem, "search", words, "--json", path)
        if any(not hit["findings"] for hit in hits):
            differences.append(f"search {words}: a hit without a finding")
        check(f"search {words}", {id for hit in hits for id in hit["findings"]},
              {id for id, line in by_id.items() if expected(line)})

    for words, kinds in TERMS.items():
        search(words, lambda line, kinds=kinds: line["kind"] in kinds)
    for theme in THEMES:
        search(f"theme:{theme}", lambda line, theme=theme: theme in line["themes"])
        search(f"missed-mate theme:{theme}", lambda line, theme=theme:
               line["kind"] == "mate-missed" and theme in line["themes"])
    for kind in ("sit", "think"):
        search(f"{kind}>10 cost", lambda line, kind=kind:
               line["kind"] == kind and line["took_ms"] > 10_000 and line[kind]["cost"])

    linked = 0
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/puzzles.jsonl"
        subprocess.run([tandem, "puzzles", path, "-o", out], stdout=subprocess.DEVNULL, check=True)
        with open(out, encoding="utf-8") as lines:
            for line in lines:
                puzzle = json.loads(line)
                if puzzle.get("finding") is None:
                    continue
                linked += 1
                finding = by_id.get(puzzle["finding"])
                if finding is None or puzzle["missed"] != (finding["kind"] in MISTAKES):
                    differences.append(f"puzzle of {puzzle['finding']}: {finding}")
    for difference in differences:
        print(difference)
    games = len({line["game"] for line in run(tandem, "list", "--json", path)})
    print(f"{games} matches, {len(findings)} findings, {linked} puzzles with a finding, {len(differences)} differences")
    sys.exit(bool(differences))


if __name__ == "__main__":
    main()
