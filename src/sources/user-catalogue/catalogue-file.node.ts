import { errorMessage } from '../../core/error.ts'
import { followFile, type Polling } from '../../core/followed-file.node.ts'
import type { Log } from '../../core/log.ts'
import { fileBytes } from '../../core/rows/file-text.node.ts'
import type { Catalogue } from '../catalogue.ts'
import { type LaunchFormat, readLaunches } from './read-launches.ts'

interface FileOptions extends LaunchFormat, Polling {
  path: string
  log: Log
  now(): Date
}

/** How precisely it is told when the file was last found unchanged: answers differ as rarely. */
const MINUTE_MS = 60_000

/**
 * A file of the user's own launches, read again after each change. An invalid file is logged once,
 * and the previous launches stay.
 *
 * @throws Error that names the file, and the row and field of each issue in it.
 */
export async function catalogueFile(options: FileOptions): Promise<Catalogue> {
  const { path, log, pollMs, signal, now } = options
  let minuteMs = 0
  const current = await followFile({
    path,
    pollMs,
    signal,
    read: () => readSnapshot(options),
    onUnchanged: () => {
      minuteMs = Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS
    },
    onFailure: (reason) => log.error('catalogue-not-read', { reason }),
  })
  return {
    current() {
      const snapshot = current()
      return { ...snapshot, readAt: new Date(Math.max(snapshot.readAt.getTime(), minuteMs)) }
    },
  }
}

async function readSnapshot(options: FileOptions) {
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
