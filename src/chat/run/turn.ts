import { and, eq, gte, inArray, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { onAbort } from '../../core/abort.ts'
import { databaseError } from '../../storage/database-error.ts'
import { deliveries } from '../../storage/schema.ts'
import { CHAT_LIMITS, type ChatDeps } from './chat-deps.ts'
import { failExpiredRuns } from './expired-runs.ts'
import type { Run } from './run.ts'

const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 1_000

const other = alias(deliveries, 'other')

/**
 * Waits until a run may start: those of earlier messages in its conversation have ended, in this
 * process or another. It polls the database, because processes do not notify each other.
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

/** Paces a polling loop: yields at once, then after growing pauses, until the signal aborts. */
export async function* pauses(signal: AbortSignal): AsyncGenerator<undefined> {
  for (let ms = FIRST_PAUSE_MS; !signal.aborted; ms = Math.min(ms * 1.5, MAX_PAUSE_MS)) {
    yield
    await pause(ms, signal)
  }
}

/**
 * Renews the lease of a run until it is released. The run is lost if this process was suspended for
 * so long that others considered the run expired.
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

/** The states of a run that has not ended. */
export const OPEN = ['waiting', 'running'] as const

/** One statement: of two processes that try at once, one succeeds. */
async function claim(
  { runId, conversationKey, messageId }: Run,
  { database, now, ...deps }: ChatDeps,
) {
  const { leaseMs } = { ...CHAT_LIMITS, ...deps.chatLimits }
  const nowMs = now().getTime()
  const others = (...conditions: Parameters<typeof and>) =>
    database
      .select({ one: sql`1` })
      .from(other)
      .where(and(eq(other.conversationKey, conversationKey), ...conditions))
  // A literal, because the partial index on running runs is not used for a bound parameter.
  const running = others(sql`${other.state} = 'running'`)
  const ahead = others(
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
      stopListening()
      resolve()
    }, ms)
    const stopListening = onAbort(signal, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
