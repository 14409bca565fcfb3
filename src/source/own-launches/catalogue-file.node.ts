import { stat } from 'node:fs/promises'
import type { Log } from '../../log.ts'
import { fileText } from '../../rows/file-text.node.ts'
import type { Catalogue, Snapshot } from '../catalogue.ts'
import type { Columns } from './columns.ts'
import { readLaunches } from './read-launches.ts'

interface FileOptions {
  path: string
  columns?: Columns
  timezone: string
  log: Log
  now(): Date
  /** How often the file is looked at. */
  pollMs?: number
}

/** Whatever replaces a file, in place or by a rename, changes one of these. */
interface FileState {
  mtimeMs: number
  size: number
  ino: number
}

const POLL_MS = 2_000

/**
 * A file of one's own launches, read now and again whenever it has changed. One that is wrong is
 * logged once and leaves the launches as they were. Watching is left to no event of the system:
 * network file systems and containers do not send them.
 *
 * @throws Error that names the file, and the row and field of what is wrong in it.
 */
export async function catalogueFile(options: FileOptions): Promise<Catalogue> {
  const { path, log, pollMs = POLL_MS } = options
  let seen = await stateOf(path)
  let snapshot = await readSnapshot(options)
  let last = seen

  const look = async () => {
    const state = await stateOf(path)
    // What is still being written is left alone until it rests.
    const isResting = isSame(state, last)
    last = state
    if (!isResting || isSame(state, seen)) return
    seen = state
    const fresh = await readSnapshot(options)
    // Written to while it was read: what was read may be half of each.
    if (isSame(await stateOf(path), state)) snapshot = fresh
    else seen = UNSEEN
  }

  const poll = () => {
    const timer = setTimeout(() => look().catch(onFailure).finally(poll), pollMs)
    timer.unref()
  }
  let lastFailure = ''
  const onFailure = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== lastFailure) log.error('catalogue-not-read', { reason: message })
    lastFailure = message
  }
  poll()
  return { current: () => snapshot }
}

const UNSEEN: FileState = { mtimeMs: -1, size: -1, ino: -1 }

async function readSnapshot(options: FileOptions): Promise<Snapshot> {
  const { path, columns = {}, timezone, log, now } = options
  const begun = performance.now()
  const readAt = now()
  const leaderboard = await readLaunches(fileText(path), { name: path, columns, timezone })
  const ms = Math.round(performance.now() - begun)
  log.info('catalogue-read', { launches: leaderboard.length, ms })
  return { leaderboard, readAt }
}

async function stateOf(path: string): Promise<FileState> {
  try {
    const { mtimeMs, size, ino } = await stat(path)
    return { mtimeMs, size, ino }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`${path}: cannot be read (${reason})`, { cause })
  }
}

function isSame(left: FileState, right: FileState) {
  return left.mtimeMs === right.mtimeMs && left.size === right.size && left.ino === right.ino
}
