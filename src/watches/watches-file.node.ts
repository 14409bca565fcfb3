import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { errorMessage } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { parse } from '../core/validation.ts'
import { WatchBody } from './watch.ts'

const POLL_MS = 2_000

interface FileOptions {
  path: string
  log: Log
  /** Makes the watches of the file those that are given. */
  replace(bodies: readonly WatchBody[]): Promise<void>
}

/**
 * Reads the watches of a file, and again when it changes. One that cannot be read later is logged once,
 * and the watches stay as they are.
 *
 * @throws Error that says what is wrong with the file
 */
export async function keepWatchesFile({ path, log, replace }: FileOptions): Promise<void> {
  let known = ''
  let failure = ''
  const read = async () => {
    const text = await readFile(path, 'utf8')
    if (text === known) return
    const bodies = parse(z.array(WatchBody).max(1_000), JSON.parse(text))
    await replace(bodies)
    known = text
    failure = ''
    log.info('watches-read', { watches: bodies.length })
  }
  const onFailure = (error: unknown) => {
    const reason = errorMessage(error)
    if (reason !== failure) log.error('watches-not-read', { reason })
    failure = reason
  }
  await read().catch((error: unknown) => {
    throw new Error(`WATCHES_FILE cannot be used: ${errorMessage(error)}`, { cause: error })
  })
  const poll = () => {
    setTimeout(() => read().catch(onFailure).finally(poll), POLL_MS).unref()
  }
  poll()
}
