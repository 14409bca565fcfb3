import * as z from 'zod'
import type { StreamLimit } from '../access/access.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { SSE_HEADERS } from '../core/sse.ts'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import { topicKey } from '../ranking/topic.ts'
import type { ProductSource } from '../sources/source.ts'
import { limitField } from '../tools/field.ts'
import { topProductsByTimeframeTool } from '../tools/top-products-by-timeframe.ts'
import { type BoardLimits, createLiveBoard, type LiveBoard } from './live-board.ts'

const LIMITS: BoardLimits = {
  heartbeatMs: 15_000,
  stalledMs: 30_000,
  maxStreamMs: 3_600_000,
}

/**
 * On Workers, requests cannot share I/O objects, so each stream has a board of its own. They share what
 * the source's cache holds.
 */
const ISOLATED_MAX_STREAM_MS = 240_000

/** Between two readings of a catalogue, which cost next to nothing. */
const CATALOGUE_PACE_MS = 2_000

/**
 * Of a live source, which its cache asks once a minute at most. More boards are read less often: 60
 * calls in 15 minutes take half of the smallest budget there is, Product Hunt's.
 */
const LIVE_PACE_MS = 15_000

const MAX_BOARDS = 200
/** Of one caller: a person opens a few, and nobody takes them all. */
const MAX_BOARDS_PER_CALLER = 20
const RETRY_AFTER_MS = 30_000

interface LiveBoardsDeps {
  ranking: ProductSource
  now(): Date
  defaultTimezone: string
  log: Log
  /** Whether requests share no I/O. */
  isolatesRequests?: boolean | undefined
  limits?: Partial<BoardLimits> | undefined
  paceMs?: number | undefined
}

export type LiveBoards = ReturnType<typeof createLiveBoards>

/** The rankings that somebody watches. */
export function createLiveBoards(deps: LiveBoardsDeps) {
  const { ranking, now, log, isolatesRequests = false } = deps
  const limits = {
    ...LIMITS,
    ...(isolatesRequests && { maxStreamMs: ISOLATED_MAX_STREAM_MS }),
    ...deps.limits,
  }
  const tool = topProductsByTimeframeTool(deps)
  const input = tool.input.extend({ limit: limitField(10) })
  type Query = z.output<typeof input>
  const boards = new Map<string, LiveBoard>()
  const shares = createShares()
  let isStopped = false

  const watched = () => [...boards.values()].filter((board) => board.isWatched())

  function paceMs() {
    if (deps.paceMs !== undefined) return deps.paceMs
    if (ranking.name === 'catalogue') return CATALOGUE_PACE_MS
    return LIVE_PACE_MS * Math.max(1, watched().length)
  }

  function keyOf({ timeframe: text, tz, topic, limit }: Query): string {
    const { timeframe } = resolveTimeframe(text, { tz, now: now() })
    return [timeframe, tz.toLowerCase(), topicKey(topic ?? ''), limit].join()
  }

  async function isKnown(topic: string, signal: AbortSignal | undefined) {
    const { products } = await ranking.top({ order: 'VOTES', topic, limit: 1, signal })
    return products.length > 0
  }

  /** A ranking to watch. There is no end of topics that nothing has: they share one. */
  async function watchedBy(query: Query, signal: AbortSignal | undefined) {
    const { topic } = query
    const key = keyOf(query)
    const isBoard = topic === undefined || boards.has(key) || (await isKnown(topic, signal))
    if (isBoard) return { key, read: () => tool.run(query) }
    const anyTopic = { ...query, topic: undefined }
    return { key: `${keyOf(anyTopic)},unknown`, read: () => readUnknown(anyTopic) }
  }

  /** A reader whose topic gets its first launch sees it with its next stream. */
  async function readUnknown(query: Query) {
    const { posts: _posts, ...answer } = await tool.run({ ...query, limit: 1 })
    return { ...answer, posts: [], limit: query.limit, note: 'No launch has this topic.' }
  }

  function boardOf(key: string, read: () => ReturnType<typeof tool.run>): LiveBoard {
    const board = boards.get(key) ?? createBoard(read)
    // The one that was opened last is last.
    boards.delete(key)
    if (!isolatesRequests) boards.set(key, board)
    return board
  }

  function createBoard(read: () => ReturnType<typeof tool.run>) {
    if (boards.size >= MAX_BOARDS) removeOldest()
    return createLiveBoard({ read, paceMs, limits, log })
  }

  function removeOldest() {
    const [oldest] = [...boards].find(([, board]) => !board.isWatched()) ?? []
    if (oldest === undefined) {
      const message = 'Too many different rankings are being watched. Try again in a moment.'
      throw new AppError('unavailable', message, { retryAfterMs: RETRY_AFTER_MS })
    }
    boards.delete(oldest)
  }

  return {
    input,

    /** The stream of a ranking: see `LiveBoard`. */
    async watch(query: Query, caller: string, reader: Parameters<LiveBoard['watch']>[0]) {
      if (isStopped) throw new AppError('unavailable', 'The service is stopping.')
      const { key, read } = await watchedBy(query, reader.signal)
      if (isolatesRequests) return boardOf(key, read).watch(reader)
      const release = shares.take(caller, key)
      const onClosed = () => {
        release()
        reader.onClosed()
      }
      try {
        return await boardOf(key, read).watch({ ...reader, onClosed, signal: undefined })
      } catch (error) {
        release()
        throw error
      }
    },

    /** Ends all streams, and rejects new ones. */
    stop() {
      isStopped = true
      for (const board of boards.values()) board.dropAll('stopping')
    },
  }
}

/** Counts the different boards that each caller watches. */
function createShares() {
  const callers = new Map<string, string[]>()

  return {
    /** @throws AppError `rate-limited` for a board beyond the caller's share. */
    take(caller: string, board: string): () => void {
      const watched = callers.get(caller) ?? []
      const different = new Set(watched).add(board).size
      if (different > MAX_BOARDS_PER_CALLER) {
        const message = `Too many different rankings: the limit is ${MAX_BOARDS_PER_CALLER} per caller.`
        throw new AppError('rate-limited', message, { retryAfterMs: RETRY_AFTER_MS })
      }
      callers.set(caller, watched)
      watched.push(board)
      return () => {
        watched.splice(watched.indexOf(board), 1)
        if (watched.length === 0) callers.delete(caller)
      }
    },
  }
}

const Resumption = z.object({
  'last-event-id': z
    .string()
    .optional()
    .describe(
      'The id of the last event received. Nothing is sent before the ranking changes again.',
    ),
})

const EVENTS =
  'Server-sent events: `ranking`, the whole list, first and whenever it has changed; `dropped`, with ' +
  'the reason why the stream ends. `stale` is true while the source does not respond.'

interface LiveDeps {
  liveBoards: LiveBoards
  /** Counts the open streams of an address, where they are limited. */
  streamLimit?: StreamLimit | undefined
}

/** A ranking, again whenever it has changed. */
export function live({ liveBoards, streamLimit }: LiveDeps): RouteGroup {
  const watch = operation({
    method: 'get',
    path: '/api/live',
    operationId: 'watchRanking',
    tags: ['Rankings'],
    summary: 'The best launches of a timeframe, live',
    query: liveBoards.input,
    headers: Resumption,
    events: EVENTS,
    async handle({ query, headers: { 'last-event-id': lastEventId } }, c) {
      const headers = { ...c.get('headers'), ...SSE_HEADERS }
      if (c.req.raw.method === 'HEAD') return new Response(null, { headers })
      const releaseStream = (await streamLimit?.(c.get('address'))) ?? (() => {})
      const caller = c.get('caller') ?? c.get('address') ?? 'unknown'
      const reader = { lastEventId, signal: c.req.raw.signal, onClosed: releaseStream }
      try {
        return new Response(await liveBoards.watch(query, caller, reader), { headers })
      } catch (error) {
        releaseStream()
        throw error
      }
    },
  })
  return routeGroup([watch])
}
