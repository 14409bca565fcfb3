#!/usr/bin/env bash
# Miller makes JSON of CSV that no JSON parser reads, once a cell looks like a number of its own language.
#
# Versions: Miller 6.6.0 (Debian 12: miller), Node 20.20.2 to read it.
# Expected: "0x1F", ".5" and "0b11" as texts, as it does with 007, +5 and 1_000, or converted: 31, 0.5, 3.
# Seen: {"id": 0x1F}, {"id": .5}, {"id": 5.}, {"id": 0b11}, {"id": 0o17}: as they stand in the CSV, without quotes.
# `--jvquoteall` quotes all cells.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v mlr > /dev/null || apt-get install -y -qq --no-install-recommends miller > /dev/null
mlr --version
printf "%s\n" id 007 +5 1_000 0x1F .5 5. 0b11 0o17 > ids.csv
mlr --icsv --ojsonl cat ids.csv | tee ids.ndjson
mlr --icsv --ojsonl --jvquoteall cat ids.csv > quoted.ndjson
read_lines() {
  node -e '
    const read = (line) => { try { return JSON.parse(line).id } catch { return "-" } }
    console.log(require("fs").readFileSync(0, "utf8").trim().split("\n").map(read).join(" "))'
}
[ "$(read_lines < ids.ndjson)" = '007 +5 1_000 - - - - -' ]
[ "$(read_lines < quoted.ndjson)" = '007 +5 1_000 0x1F .5 5. 0b11 0o17' ]
