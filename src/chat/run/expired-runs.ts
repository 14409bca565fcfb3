import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import { databaseError } from '../storage/database-error.ts'
import { deliveries } from '../storage/schema.ts'
import { FAILURES, toData } from './answer.ts'
import { CHAT_LIMITS, type ChatDeps } from './chat-deps.ts'
import { storeAnswer } from './store-answer.ts'

const MAX_AT_ONCE = 100

/**
 * Puts an end to runs that nobody will end: their processes are gone. Each becomes an answer that
 * says that it was interrupted, once, however many notice. Of one conversation, or of all.
 */
export async function failExpiredRuns(
  deps: Pick<ChatDeps, 'database' | 'now' | 'log'>,
  conversationKey?: string,
): Promise<void> {
  const { database, now, log } = deps
  const cutShort = await database
    .select()
    .from(deliveries)
    .where(
      and(
        conversationKey === undefined ? undefined : eq(deliveries.conversationKey, conversationKey),
        inArray(deliveries.state, ['waiting', 'running']),
        lt(deliveries.expiresAtMs, now().getTime()),
      ),
    )
    .orderBy(asc(deliveries.startedAtMs))
    .limit(MAX_AT_ONCE)

  for (const run of cutShort) {
    await storeAnswer(run, toData(run.messageId, {}, FAILURES.interrupted), deps)
    log.warn('run-settled', { runId: run.runId, threadId: run.threadId })
  }
}

const MARGIN_MS = 1_000

/**
 * Settles what an earlier process left behind: now, and once what it may have held until a moment
 * ago has run out.
 */
export function failExpiredRunsAfterStart(deps: ChatDeps): void {
  const { leaseMs } = { ...CHAT_LIMITS, ...deps.chatLimits }
  const settle = () => {
    failExpiredRuns(deps).catch((error: unknown) =>
      deps.log.error('runs-not-settled', { error: databaseError(error) }),
    )
  }
  settle()
  const later: unknown = setTimeout(settle, leaseMs + MARGIN_MS)
  unref(later)
}

/** On Node a timer alone keeps a process alive. */
function unref(timer: unknown) {
  if (typeof timer !== 'object' || timer === null) return
  if ('unref' in timer && typeof timer.unref === 'function') timer.unref()
}
