import { eq } from 'drizzle-orm'
import { digest } from '../access/digest.ts'
import { AppError } from '../core/error.ts'
import { watches } from '../storage/watch-schema.ts'
import type { createStoring } from './storing.ts'
import { kindOf } from './target.ts'
import type { Turn } from './turn.ts'
import { FILE_OWNER, type WatchBody } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** Replaces the stored watches of WATCHES_FILE by those it lists now. One that changes is a new one. */
export function createFileWatches(
  { database }: WatchDeps,
  turn: Turn,
  storing: ReturnType<typeof createStoring>,
) {
  return async (bodies: readonly WatchBody[]) => {
    const listed = new Map<string, WatchBody>()
    for (const [at, body] of bodies.entries()) {
      checkBody(body, `watch ${at + 1}`)
      listed.set(await idOf(body), body)
    }
    const { id, owner } = watches
    const rows = await database.select({ id }).from(watches).where(eq(owner, FILE_OWNER))
    const stored = new Set(rows.map((row) => row.id))
    for (const key of stored) {
      if (listed.has(key)) continue
      await database.batch([database.delete(watches).where(eq(id, key)), turn.noteChange()])
    }
    for (const [key, body] of listed) {
      if (!stored.has(key)) await storing.insert(key, FILE_OWNER, body)
    }
  }
}

/** Nobody is there to be shown a secret or the key of a feed. */
function checkBody({ to, secret }: WatchBody, name: string) {
  const invalid = (reason: string) => new AppError('invalid-request', `${name}: ${reason}.`)
  if (to.some((target) => 'feed' in target)) throw invalid('a file cannot have a private feed')
  if (secret === undefined && to.some((target) => kindOf(target).kind === 'standard')) {
    throw invalid('secret is required to sign webhooks of the format standard')
  }
}

const idOf = async (body: WatchBody) =>
  `file_${(await digest(JSON.stringify(Object.entries(body).toSorted()))).slice(0, 24)}`
