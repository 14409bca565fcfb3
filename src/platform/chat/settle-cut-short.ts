import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import { deliveries } from '../storage/schema.ts'
import { FAILURES, toData } from './answer.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { storeAnswer } from './store-answer.ts'

const MOST_AT_ONCE = 100

/**
 * Puts an end to runs that nobody will end: their processes are gone. Each becomes an answer that
 * says that it was interrupted, once, however many notice. Of one conversation, or of all.
 */
export async function settleCutShort(
  needs: Pick<ChatNeeds, 'database' | 'now' | 'log'>,
  conversationKey?: string,
): Promise<void> {
  const { database, now, log } = needs
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
    .limit(MOST_AT_ONCE)

  for (const run of cutShort) {
    await storeAnswer(run, toData(run.messageId, {}, FAILURES.interrupted), needs)
    log.warn('run-settled', { runId: run.runId, threadId: run.threadId })
  }
}
