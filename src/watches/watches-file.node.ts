import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { AppError, errorMessage } from '../core/error.ts'
import { followFile, type Polling } from '../core/followed-file.node.ts'
import { tryParseJson } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import { parse } from '../core/validation.ts'
import { inWatch } from './file-watches.ts'
import { WatchBody } from './watch.ts'

interface FileOptions extends Polling {
  path: string
  log: Log
  /** Replaces the stored watches of the file by these. */
  replace(bodies: readonly WatchBody[]): Promise<void>
}

const Bodies = z.array(z.unknown(), 'must be a JSON list of watches').max(1_000)

async function readBodies(path: string): Promise<WatchBody[]> {
  const value = tryParseJson(await readFile(path, 'utf8'))
  if (value === undefined) throw new AppError('invalid-request', 'must be valid JSON.')
  const bodies = parse(Bodies, value)
  return Promise.all(bodies.map((body, at) => inWatch(at, async () => parse(WatchBody, body))))
}

/** @throws Error that says what is wrong with the file */
export async function keepWatchesFile(options: FileOptions): Promise<void> {
  const { path, log, pollMs, signal, replace } = options
  try {
    await followFile({
      path,
      pollMs,
      signal,
      read: () => readBodies(path),
      async use(bodies) {
        await replace(bodies)
        log.info('watches-read', { watches: bodies.length })
      },
      onFailure: (reason) => log.error('watches-not-read', { reason }),
    })
  } catch (error) {
    throw new Error(`WATCHES_FILE cannot be used: ${errorMessage(error)}`, { cause: error })
  }
}
