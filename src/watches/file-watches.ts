import { eq } from 'drizzle-orm'
import { digest } from '../access/digest.ts'
import { AppError } from '../core/error.ts'
import { watches } from '../storage/watch-schema.ts'
import type { createStoring } from './storing.ts'
import { kindOf } from './target.ts'
import type { Turn } from './turn.ts'
import { FILE_OWNER, type WatchBody } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** Replaces the stored watches of WATCHES_FILE by its current entries. A changed entry is a new watch. */
export function createFileWatches(
  { database }: WatchDeps,
  turn: Turn,
  storing: ReturnType<typeof createStoring>,
) {
  async function check(body: WatchBody) {
    checkForFile(body)
    storing.checkTargets(body.to)
    await storing.named(body)
  }

  return async (bodies: readonly WatchBody[]) => {
    const { id, owner } = watches
    const rows = await database.select({ id }).from(watches).where(eq(owner, FILE_OWNER))
    const stored = new Set(rows.map((row) => row.id))
    const listed = new Map<string, WatchBody>()
    for (const [at, body] of bodies.entries()) {
      const key = await idOf(body)
      listed.set(key, body)
      // All are checked before one is stored.
      if (!stored.has(key)) await inWatch(at, () => check(body))
    }
    for (const key of stored) {
      if (listed.has(key)) continue
      await database.batch([database.delete(watches).where(eq(id, key)), turn.noteChange()])
    }
    for (const [key, body] of listed) {
      if (!stored.has(key)) await storing.insert(key, FILE_OWNER, body)
    }
  }
}

/** Does what concerns one watch of a file, and names it in an error. */
export async function inWatch<Value>(at: number, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const message = `watch ${at + 1}: ${error.message}`
    throw new AppError(error.code, message, { cause: error.cause })
  }
}

/** No caller could be shown a secret or the key of a feed. */
function checkForFile({ to, secret }: WatchBody) {
  const invalid = (reason: string) => new AppError('invalid-request', `${reason}.`)
  if (to.some((target) => 'feed' in target)) throw invalid('a file cannot have a private feed')
  if (secret === undefined && to.some((target) => kindOf(target).kind === 'standard')) {
    throw invalid('secret is required to sign webhooks of the format standard')
  }
}

const idOf = async (body: WatchBody) =>
  `file_${(await digest(JSON.stringify(Object.entries(body).toSorted()))).slice(0, 24)}`
