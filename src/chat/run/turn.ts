import { and, eq, gte, inArray, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { onAbort } from '../../core/abort.ts'
import { databaseError } from '../storage/database-error.ts'
import { deliveries } from '../storage/schema.ts'
import type { ChatDeps } from './chat-deps.ts'
import { CHAT_LIMITS } from './chat-deps.ts'
import { failExpiredRuns } from './expired-runs.ts'
import type { Run } from './run.ts'

const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 1_000

const other = alias(deliveries, 'other')

/**
 * Waits until a run may begin: those of earlier messages of its conversation are over, in whichever
 * process they ran. The database is asked, again and again, because processes do not notify each other.
 */
export async function takeTurn(
  run: Run,
  deps: ChatDeps,
  signal: AbortSignal,
): Promise<'taken' | 'busy' | 'interrupted'> {
  const { maxWaiting, maxWaitMs } = { ...CHAT_LIMITS, ...deps.chatLimits }
  if ((await countAhead(run, deps)) > maxWaiting) return 'busy'

  const startedMs = performance.now()
  for await (const _pause of pauses(signal)) {
    await failExpiredRuns(deps, run.conversationKey)
    if (await claim(run, deps)) return 'taken'
    if (performance.now() - startedMs > maxWaitMs) return 'busy'
  }
  return 'interrupted'
}

/** One after the other, with pauses between them that grow: for who has to ask until it is so. */
export async function* pauses(signal: AbortSignal): AsyncGenerator<undefined> {
  for (let ms = FIRST_PAUSE_MS; !signal.aborted; ms = Math.min(ms * 1.5, MAX_PAUSE_MS)) {
    yield
    await pause(ms, signal)
  }
}

/**
 * Renews the lease of a run until it is released. The run is lost where this process slept for long
 * and others took it for expired.
 */
export function holdLease(run: Run, { database, now, log, ...deps }: ChatDeps, onLost: () => void) {
  const { leaseMs } = { ...CHAT_LIMITS, ...deps.chatLimits }
  const renew = async () => {
    const held = await database
      .update(deliveries)
      .set({ expiresAtMs: now().getTime() + leaseMs })
      .where(and(eq(deliveries.runId, run.runId), inArray(deliveries.state, [...OPEN])))
      .returning({ runId: deliveries.runId })
    if (held.length === 0) onLost()
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn('run-not-renewed', { runId: run.runId, error: databaseError(error) }),
    )
  }, leaseMs / 3)
  return () => clearInterval(timer)
}

/** What a run is that is not over. */
export const OPEN = ['waiting', 'running'] as const

/** One statement: of two processes that try at once, one succeeds. */
async function claim(
  { runId, conversationKey, messageId }: Run,
  { database, now, ...deps }: ChatDeps,
) {
  const { leaseMs } = { ...CHAT_LIMITS, ...deps.chatLimits }
  const nowMs = now().getTime()
  const some = (...those: Parameters<typeof and>) =>
    database
      .select({ one: sql`1` })
      .from(other)
      .where(and(eq(other.conversationKey, conversationKey), ...those))
  // Spelled out: the index of runs that are running serves no value that comes from outside.
  const running = some(sql`${other.state} = 'running'`)
  const ahead = some(
    eq(other.state, 'waiting'),
    lt(other.messageId, messageId),
    gte(other.expiresAtMs, nowMs),
  )
  const claimed = await database
    .update(deliveries)
    .set({ state: 'running', expiresAtMs: nowMs + leaseMs })
    .where(
      and(
        eq(deliveries.runId, runId),
        eq(deliveries.state, 'waiting'),
        notExists(running),
        notExists(ahead),
      ),
    )
    .returning({ runId: deliveries.runId })
  return claimed.length > 0
}

async function countAhead({ conversationKey, messageId }: Run, { database, now }: ChatDeps) {
  return database.$count(
    deliveries,
    and(
      eq(deliveries.conversationKey, conversationKey),
      inArray(deliveries.state, [...OPEN]),
      lt(deliveries.messageId, messageId),
      gte(deliveries.expiresAtMs, now().getTime()),
    ),
  )
}

function pause(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      stay()
      resolve()
    }, ms)
    const stay = onAbort(signal, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
