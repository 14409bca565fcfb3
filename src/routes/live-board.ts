import { createListener, type DropReason, type Listener } from '../core/live-listener.ts'
import type { Log } from '../core/log.ts'
import { encodeEvent, SSE_KEEP_ALIVE } from '../core/sse.ts'
import { isEdited, type RankingChange, rankingChange } from '../ranking/ranking-change.ts'
import { isRolling } from '../ranking/window.ts'
import type { TopProductsByTimeframeAnswer } from '../tools/top-products-by-timeframe.ts'

/** A returning reader gets as many changes; one that missed more gets the whole ranking. */
const MAX_RECENT = 32

type Ranking = TopProductsByTimeframeAnswer

/** What the readers of a board are sent. */
export type BoardEvent =
  | ({ type: 'ranking' } & Ranking)
  | ({ type: 'change'; asOf: string; stale: boolean } & RankingChange)

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
  let recent: { position: number; bytes: Uint8Array }[] = []
  let ranking: Ranking | undefined
  /** The current ranking, encoded once for all who come. */
  let whole: Uint8Array | undefined
  let reading: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined

  const encode = (event: BoardEvent) => encodeEvent(event.type, event, `${idPrefix}-${position}`)

  function readNext() {
    reading ??= read()
      .then(update)
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  function update(next: Ranking) {
    const event = ranking && eventBetween(ranking, next)
    ranking = next
    whole = undefined
    if (!event) return
    position += 1
    const bytes = encode(event)
    // Whoever has missed a whole ranking needs nothing from before it.
    const before = event.type === 'ranking' ? [] : recent
    recent = [...before, { position, bytes }].slice(-MAX_RECENT)
    for (const listener of listeners) listener.write(bytes)
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

  /** The events after one; undefined if it is unknown, or too long ago. */
  function eventsAfter(id = '') {
    const [, prefix, digits] = /^(.+)-(\d{1,15})$/.exec(id) ?? []
    const last = Number(digits)
    const oldest = recent[0]?.position ?? position + 1
    if (prefix !== idPrefix || last < oldest - 1 || last > position) return undefined
    return recent.filter((event) => event.position > last).map(({ bytes }) => bytes)
  }

  return {
    /**
     * A stream that begins with the ranking, or with what a returning reader has missed.
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
      const missed = eventsAfter(lastEventId)
      if (!missed && ranking) whole ??= encode({ type: 'ranking', ...ranking })
      // Without a byte, the reader would not know that it is connected.
      for (const bytes of missed ?? (whole ? [whole] : [])) listener.write(bytes)
      if (missed?.length === 0) listener.beat(SSE_KEEP_ALIVE)
      add(listener)
      return listener.body
    },

    isWatched: () => listeners.size > 0 || reading !== undefined,

    dropAll(reason: DropReason) {
      for (const listener of listeners) listener.drop(reason)
    },
  }
}

function eventBetween(before: Ranking, after: Ranking): BoardEvent | undefined {
  const { asOf, stale, window, posts } = after
  const isSameWindow = isRolling(window) || before.window.postedAfter === window.postedAfter
  const isChange = isSameWindow && before.note === after.note && !isEdited(before.posts, posts)
  if (!isChange) return { type: 'ranking', ...after }
  const change = rankingChange(before.posts, posts)
  const isSame = Object.values(change).every((list) => list.length === 0)
  return isSame && before.stale === stale ? undefined : { type: 'change', asOf, stale, ...change }
}
