import { and, eq, gte, isNull, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { pauses } from '../../core/pause.ts'
import { runs } from '../../storage/run-schema.ts'
import { agents, answers, messages } from '../../storage/schema.ts'
import type { AgentRow } from '../agents/agent.ts'
import type { MessageRow } from '../messages/message.ts'
import type { FailureCode } from './answer-data.ts'
import { type ChatDeps, limitsOf } from './chat-deps.ts'
import { type Run, settleAnswers } from './run.ts'

const other = alias(runs, 'other')
const otherAnswer = alias(answers, 'other_answer')

/** What is to be answered, and by whom: as they are when it is the turn of the message. */
export interface Turn {
  message: MessageRow | undefined
  agent: AgentRow | undefined
}

/** Waits until the run may start. It polls, because processes do not notify each other. */
export async function takeTurn(
  run: Run,
  messageId: number,
  deps: ChatDeps,
  signal: AbortSignal,
): Promise<Turn | FailureCode> {
  const { maxWaiting, maxWaitMs } = limitsOf(deps)
  const startedMs = performance.now()
  let isFirst = true
  for await (const _pause of pauses(signal)) {
    const turn = await claim(run, messageId, deps)
    if (turn) return turn
    if (isFirst && (await countAhead(run, messageId, deps)) > maxWaiting) return 'busy'
    isFirst = false
    await settleAnswers(deps)
    if (performance.now() - startedMs > maxWaitMs) return 'busy'
  }
  return 'interrupted'
}

/** The other open runs of the conversation. */
function others({ conversationKey }: Run, { database }: ChatDeps) {
  return (...conditions: Parameters<typeof and>) =>
    database
      .select({ one: sql`1` })
      .from(other)
      .innerJoin(otherAnswer, eq(otherAnswer.runId, other.runId))
      .where(
        and(eq(other.conversationKey, conversationKey), isNull(other.endedAtMs), ...conditions),
      )
}

/** One statement: of two processes that try at once, one succeeds. */
async function claim(run: Run, messageId: number, deps: ChatDeps): Promise<Turn | undefined> {
  const { database, now } = deps
  const openRuns = others(run, deps)
  const ahead = openRuns(
    eq(other.state, 'waiting'),
    lt(otherAnswer.messageId, messageId),
    gte(other.expiresAtMs, now().getTime()),
  )
  const isWaiting = and(eq(runs.runId, run.runId), eq(runs.state, 'waiting'))
  const [claimed, [message], [agent]] = await database.batch([
    database
      .update(runs)
      .set({ state: 'running' })
      .where(and(isWaiting, notExists(openRuns(eq(other.state, 'running'))), notExists(ahead)))
      .returning({ runId: runs.runId }),
    database.select().from(messages).where(eq(messages.id, messageId)),
    database.select().from(agents).where(eq(agents.uid, run.agentUid)),
  ])
  return claimed.length > 0 ? { message, agent } : undefined
}

function countAhead(run: Run, messageId: number, deps: ChatDeps) {
  const isAhead = lt(otherAnswer.messageId, messageId)
  const isAlive = gte(other.expiresAtMs, deps.now().getTime())
  return deps.database.$count(others(run, deps)(isAhead, isAlive).as('ahead'))
}
