import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import { databaseError } from '../../storage/database-error.ts'
import { deliveries } from '../../storage/schema.ts'
import { FAILURES, toData } from './answer-data.ts'
import { CHAT_LIMITS, type ChatDeps } from './chat-deps.ts'
import { storeAnswer } from './store-answer.ts'

const MAX_AT_ONCE = 100

/**
 * Fails the runs of processes that are gone, in one conversation or in all. Each gets one answer,
 * which says that it was interrupted, even if several processes do this at once.
 */
export async function failExpiredRuns(
  deps: Pick<ChatDeps, 'database' | 'now' | 'log'>,
  conversationKey?: string,
): Promise<void> {
  const { database, now, log } = deps
  const expired = await database
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

  for (const run of expired) {
    await storeAnswer(run, toData(run.messageId, {}, FAILURES.interrupted), deps)
    log.warn('run-settled', { runId: run.runId, threadId: run.threadId })
  }
}

const MARGIN_MS = 1_000

/**
 * Fails the runs that an earlier process left behind: now, and again when the leases it may have
 * renewed just before have expired. Errors of the database are passed to `onError`.
 */
export function failExpiredRunsAfterStart(deps: ChatDeps, onError: (error: unknown) => void): void {
  const { leaseMs } = { ...CHAT_LIMITS, ...deps.chatLimits }
  const failAll = () => {
    failExpiredRuns(deps).catch((error: unknown) => onError(databaseError(error)))
  }
  failAll()
  const later: unknown = setTimeout(failAll, leaseMs + MARGIN_MS)
  unref(later)
}

/** On Node a pending timer keeps the process running. */
function unref(timer: unknown) {
  if (typeof timer !== 'object' || timer === null) return
  if ('unref' in timer && typeof timer.unref === 'function') timer.unref()
}
