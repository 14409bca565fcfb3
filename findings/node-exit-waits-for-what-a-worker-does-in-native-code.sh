#!/usr/bin/env bash
# `process.exit()` does not end a program while one of its workers is in a synchronous call of native code.
#
# Version: Node 20.20.2.
# Expected: process.exit(), the last resort of a stop that has waited long enough, ends the program at once, whatever its
# workers do: an endless loop in a worker is cut.
# Seen: that is cut, but a worker in execFileSync('sleep', ['4']) is waited for to its end: 4 s instead of none. A
# database driver that waits for a lock in a worker does the same, so a process outlives its grace by as long.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > program.mjs <<'JS'
import { execFileSync } from 'node:child_process'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
const busy = {
  loop() { for (;;); },
  child() { execFileSync('sleep', ['4']) },
}
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { argv: [process.argv[2]] })
  worker.once('message', () => setTimeout(() => {
    console.log(Date.now())
    process.exit(0)
  }, 300))
} else {
  parentPort.postMessage('begun')
  setTimeout(busy[process.argv[2]], 50)
}
JS
echo "Node $(node --version)"
measure() { # the milliseconds from process.exit() to the end
  local at; at=$(node program.mjs "$1"); echo $(($(date +%s%3N) - at))
}
loop=$(measure loop) child=$(measure child)
echo "from process.exit() to the end, ms: a loop $loop, execFileSync $child"
[ "$loop" -lt 2500 ] && [ "$child" -gt 3000 ]
