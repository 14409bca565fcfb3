#!/usr/bin/env bash
# Versions: lru-cache 11.5.3, Node 20.
# Expected: with `ttlAutopurge` an entry goes after its 50 ms on the clock that the option `perf` gives, whatever that
# clock says when the entry is set: `performance.now()` of a page, of a Worker or of a test may be 0.
# Seen: an entry set at 1 goes. One set at 0 has no start to the cache: its remaining time is Infinity, for which the
# cache sets a timer again and again. Node makes a millisecond of it and warns each time; after 200 ms the entry is
# still there.
# The clock of our cache of responses begins at 1: src/http/response-cache.ts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund lru-cache@11.5.3
cat > run.mjs <<'JS'
import { LRUCache } from 'lru-cache'

let warnings = 0
process.on('warning', ({ name }) => {
  if (name === 'TimeoutOverflowWarning') warnings += 1
})

async function entrySetAt(start) {
  let now = start
  warnings = 0
  const perf = { now: () => now }
  const cache = new LRUCache({ max: 10, ttl: 50, ttlAutopurge: true, ttlResolution: 0, perf })
  cache.set('a', 1)
  for (let step = 0; step < 10; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    now += 20
  }
  return { entries: cache.size, warnings }
}

const one = await entrySetAt(1)
const zero = await entrySetAt(0)
console.log(process.version, { one, zero })
process.exit(one.entries === 0 && one.warnings === 0 && zero.entries === 1 && zero.warnings > 20 ? 0 : 1)
JS
node --no-warnings run.mjs
