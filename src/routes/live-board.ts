import { createListener, type DropReason, type Listener } from '../core/live-listener.ts'
import type { Log } from '../core/log.ts'
import { encodeEvent, SSE_KEEP_ALIVE } from '../core/sse.ts'
import { isRolling } from '../ranking/window.ts'
import type { TopProductsByTimeframeAnswer } from '../tools/top-products-by-timeframe.ts'

type Ranking = TopProductsByTimeframeAnswer

export interface BoardLimits {
  heartbeatMs: number
  /** How long a reader may take nothing while data is waiting, before it is disconnected. */
  stalledMs: number
  /** How long a stream may last: then its reader comes back, and is admitted again or not. */
  maxStreamMs: number
}

interface BoardDeps {
  read(): Promise<Ranking>
  /** The time between two readings. */
  paceMs(): number
  limits: BoardLimits
  log: Log
}

interface Reader {
  /** The id of the last event that it has. */
  lastEventId: string | undefined
  signal: AbortSignal | undefined
  /** Called once, when its stream has ended. */
  onClosed(): void
}

export type LiveBoard = ReturnType<typeof createLiveBoard>

/** A board that is read once for all of its readers, and only while it has any. */
export function createLiveBoard({ read, paceMs, limits, log }: BoardDeps) {
  const listeners = new Set<Listener>()
  /** Other boards, and those of other processes, have other ids. */
  const idPrefix = crypto.randomUUID().slice(0, 8)
  let position = 0
  let ranking: Ranking | undefined
  /** The current ranking, encoded once for all readers. */
  let encoded: Uint8Array | undefined
  let reading: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined

  const eventId = () => `${idPrefix}-${position}`

  function readNext() {
    reading ??= read()
      .then(update)
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  function update(next: Ranking) {
    const isSame = ranking && contentOf(ranking) === contentOf(next)
    ranking = next
    encoded = undefined
    if (isSame) return
    position += 1
    for (const listener of listeners) send(listener, next)
  }

  function send(listener: Listener, current: Ranking) {
    encoded ??= encodeEvent('ranking', { type: 'ranking', ...current }, eventId())
    listener.write(encoded)
  }

  async function refresh() {
    try {
      await readNext()
    } catch (error) {
      if (!ranking?.stale) log.warn('live-board-not-read', { error })
      if (ranking) update({ ...ranking, stale: true })
    }
    schedule()
  }

  function schedule() {
    clearTimeout(timer)
    if (listeners.size > 0) timer = setTimeout(refresh, paceMs())
  }

  function beat() {
    for (const listener of listeners) listener.beat(SSE_KEEP_ALIVE, limits.stalledMs)
  }

  function add(listener: Listener) {
    listeners.add(listener)
    if (listeners.size > 1) return
    heartbeat = setInterval(beat, limits.heartbeatMs)
    schedule()
  }

  function remove(listener: Listener) {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(heartbeat)
    clearTimeout(timer)
  }

  return {
    /**
     * A stream that begins with the ranking, unless a returning reader has it.
     *
     * @throws the error of the source, if it fails for the first reader.
     */
    async watch({ lastEventId, signal, onClosed }: Reader): Promise<Listener['body']> {
      if (listeners.size === 0 || !ranking) await readNext()
      const listener = createListener({
        signal,
        maxStreamMs: limits.maxStreamMs,
        onClosed() {
          remove(listener)
          onClosed()
        },
      })
      listener.isLive = true
      // Without a byte, the reader would not know that it is connected.
      if (!ranking || lastEventId === eventId()) listener.beat(SSE_KEEP_ALIVE)
      else send(listener, ranking)
      add(listener)
      return listener.body
    },

    isWatched: () => listeners.size > 0 || reading !== undefined,

    dropAll(reason: DropReason) {
      for (const listener of listeners) listener.drop(reason)
    },
  }
}

/** What readers see of a ranking: not its age, nor a window that moves with the clock. */
function contentOf({ asOf: _asOf, window, ...content }: Ranking): string {
  return JSON.stringify([content, isRolling(window) ? window.label : window.postedAfter])
}
