#!/usr/bin/env bash
# `v8.setFlagsFromString` on the first line of a program: one flag of the young generation works, its twin does not.
#
# Version: Node 20.20.2 (V8 11.3).
# Expected: `--max-semi-space-size=1`, set before the heap has grown, keeps the young generation small, as it does
# on the command line; `--optimize-for-size`, which is said to imply it, does the same.
# Seen: the first does nothing in code (34 MB of young generation, heap 81 MB; from the command line 2 and 23).
# The second, which implies it, works in code too: 1 and 20 MB.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > program.mjs <<'JS'
import v8 from 'node:v8'
if (process.argv[2]) v8.setFlagsFromString(process.argv[2])
let kept = []
for (let at = 0; at < 4e6; at += 1) {
  kept.push({ at, text: String(at) })
  if (kept.length > 2e5) kept = []
}
const { space_size } = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
console.log(Math.round(space_size / 1e6), Math.round(process.memoryUsage().heapTotal / 1e6))
JS
echo "Node $(node --version); young generation and heap, MB"
show() { echo "$1: $2 $3"; }
read -r plain plainHeap <<< "$(node program.mjs)"; show 'no flag' "$plain" "$plainHeap"
read -r line lineHeap <<< "$(node --max-semi-space-size=1 program.mjs)"; show 'semi space, command line' "$line" "$lineHeap"
read -r code codeHeap <<< "$(node program.mjs --max-semi-space-size=1)"; show 'semi space, in code' "$code" "$codeHeap"
read -r size sizeHeap <<< "$(node program.mjs --optimize-for-size)"; show 'optimize for size, in code' "$size" "$sizeHeap"
[ "$line" -le 4 ] && [ "$code" -ge 16 ] && [ "$size" -le 4 ]
