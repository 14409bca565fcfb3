import { stat } from 'node:fs/promises'
import { errorMessage } from '../../core/error.ts'
import type { Log } from '../../core/log.ts'
import { fileBytes } from '../../core/rows/file-text.node.ts'
import type { Catalogue, CatalogueSnapshot } from '../catalogue.ts'
import { type LaunchFormat, readLaunches } from './read-launches.ts'

interface FileOptions extends LaunchFormat {
  path: string
  log: Log
  now(): Date
  /** The pause between two checks of the file. */
  pollMs?: number
}

const POLL_MS = 2_000

/**
 * A file of the user's own launches, read again after each change. An invalid file is logged once,
 * and the previous launches stay. The file is polled, because network file systems and containers
 * send no events.
 *
 * @throws Error that names the file, and the row and field of each issue in it.
 */
export async function catalogueFile(options: FileOptions): Promise<Catalogue> {
  const { path, log, pollMs = POLL_MS } = options
  let seen = await stateOf(path)
  let snapshot = await readSnapshot(options)
  let last = seen

  const check = async () => {
    const state = await stateOf(path)
    // A file that is still being written is not read until it stops changing.
    const isStable = state === last
    last = state
    if (!isStable || state === seen) return
    seen = state
    const fresh = await readSnapshot(options)
    // If it changed during the read, the result may be half old and half new.
    if ((await stateOf(path)) === state) snapshot = fresh
    else seen = ''
  }

  const poll = () => {
    const timer = setTimeout(() => check().catch(onFailure).finally(poll), pollMs)
    timer.unref()
  }
  let lastFailure = ''
  const onFailure = (error: unknown) => {
    const message = errorMessage(error)
    if (message !== lastFailure) log.error('catalogue-not-read', { reason: message })
    lastFailure = message
  }
  poll()
  return { current: () => snapshot }
}

async function readSnapshot(options: FileOptions): Promise<CatalogueSnapshot> {
  const { path, log, now } = options
  const started = performance.now()
  const readAt = now()
  const bytes = await fileBytes(path).catch((error) => {
    throw new Error(`${path}: ${errorMessage(error)}`, { cause: error })
  })
  const { notes, ...snapshot } = await readLaunches(bytes, { ...options, name: path })
  const ms = Math.round(performance.now() - started)
  log.info('catalogue-read', { launches: snapshot.leaderboard.products.length, ms, notes })
  return { ...snapshot, readAt }
}

/** Replacing a file, in place or by a rename, changes one of these. */
async function stateOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch (cause) {
    throw new Error(`${path}: cannot be read (${errorMessage(cause)})`, { cause })
  }
}
