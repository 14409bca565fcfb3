// Loaded into the service with `node --import`, so that what is measured is the built service itself:
// how long its event loop was blocked.
import { readFileSync } from 'node:fs'

const TICK_MS = 5

let longestMs = 0
let last = sample()

setInterval(tick, TICK_MS).unref()

process.on('message', ({ isStarted }) => {
  tick()
  if (isStarted) longestMs = 0
  process.send?.({ longestMs: Math.round(longestMs) })
})
process.channel?.unref()

function tick() {
  const next = sample()
  const lateMs = next.atMs - last.atMs - TICK_MS - (next.queuedMs - last.queuedMs)
  longestMs = Math.max(longestMs, lateMs)
  last = next
}

/** A process that waits for a free core is not blocked by anything of its own. */
function sample() {
  return { atMs: performance.now(), queuedMs: queuedMs() }
}

function queuedMs() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6
  } catch {
    return 0 // only Linux tells
  }
}
