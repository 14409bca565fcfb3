import { eq } from 'drizzle-orm'
import { digest } from '../access/digest.ts'
import { AppError } from '../core/error.ts'
import { unseal } from '../core/sealed.ts'
import { watches, watchTargets } from '../storage/watch-schema.ts'
import type { createStoring } from './storing.ts'
import { kindOf } from './target.ts'
import type { Turn } from './turn.ts'
import { FILE_OWNER, type WatchBody } from './watch.ts'
import type { WatchDeps } from './watch-deps.ts'

/** Makes the watches of WATCHES_FILE those that it lists now. */
export function createFileWatches(
  { database, dataKey }: WatchDeps,
  turn: Turn,
  storing: ReturnType<typeof createStoring>,
) {
  /** Messages on their way stay if the targets do. */
  async function update(id: string, { to, secret }: WatchBody) {
    const stored = await database.select().from(watchTargets).where(eq(watchTargets.watch, id))
    const open = stored.map(({ address }) => unseal(address, ['watch-target', id], dataKey))
    const before = await Promise.all(open).catch(() => [])
    const after = to.map((target) => JSON.stringify(target))
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await database.batch([...(await storing.replaceTargets(id, to))])
    }
    if (secret === undefined) return
    const set = { secret: await storing.sealed(secret, id) }
    await database.update(watches).set(set).where(eq(watches.id, id))
  }

  return async (bodies: readonly WatchBody[]) => {
    const listed = new Map<string, WatchBody>()
    for (const [at, body] of bodies.entries()) {
      checkBody(body, `watch ${at + 1}`)
      listed.set(await idOf(body), body)
    }
    const { id, owner } = watches
    const rows = await database.select({ id }).from(watches).where(eq(owner, FILE_OWNER))
    for (const row of rows.filter((one) => !listed.has(one.id))) {
      await database.batch([database.delete(watches).where(eq(id, row.id)), turn.noteChange()])
    }
    for (const [key, body] of listed) {
      if (rows.some((row) => row.id === key)) await update(key, body)
      else await storing.insert(key, FILE_OWNER, body)
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

/** A watch of the file is the same as long as it watches the same. */
async function idOf({ to: _to, secret: _secret, ...spec }: WatchBody): Promise<string> {
  const known = JSON.stringify(Object.entries(spec).toSorted())
  return `file_${(await digest(known)).slice(0, 24)}`
}
