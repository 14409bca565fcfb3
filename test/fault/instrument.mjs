// Loaded into the service with `node --import`, so that what is measured is the built service itself:
// how long its event loop was blocked. It also moves the service's clock when it is told to.
import { readFileSync } from 'node:fs'

const TICK_MS = 5

let movedMs = 0
let longestMs = 0
let last = sample()

setInterval(tick, TICK_MS).unref()

process.on('message', ({ id, moveClockMs, isStarted }) => {
  if (moveClockMs !== undefined) movedMs = moveClockMs
  tick()
  if (isStarted) longestMs = 0
  process.send?.({ id, longestMs: Math.round(longestMs), rssBytes: process.memoryUsage.rss() })
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

const SystemDate = Date

globalThis.Date = class extends SystemDate {
  constructor(...parts) {
    if (parts.length === 0) super(SystemDate.now() + movedMs)
    else super(...parts)
  }

  static now() {
    return SystemDate.now() + movedMs
  }
}
