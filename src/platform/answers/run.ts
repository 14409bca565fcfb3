import { and, asc, eq, gte, isNull, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { digest } from '../../access/digest.ts'
import type { Log } from '../../core/log.ts'
import { pauses } from '../../core/pause.ts'
import { leaseEnd } from '../../runs/run-leases.ts'
import { runs } from '../../storage/run-schema.ts'
import { agents, answers, messages } from '../../storage/schema.ts'
import { databaseNowMs } from '../../storage/statements.ts'
import type { AgentRow } from '../agents/agent.ts'
import { conversationKey, type Parties } from '../messages/conversation-key.ts'
import type { MessageRow } from '../messages/message.ts'
import { earlierMessage, messageStatements } from '../messages/send-message.ts'
import type { Store } from '../store.ts'
import { type AnswerData, type FailureCode, toData } from './answer-data.ts'
import type { RecordedEvent } from './chat-event.ts'
import type { ChatLimits } from './chat-limits.ts'
import { eventStatement } from './record-events.ts'

/**
 * A run: one agent answers one message. It is stored with the message, and waits for the earlier runs
 * of its conversation, in this process or another. It ends with one answer, which is stored in the
 * same transaction; if its process is gone, any other one stores that it was interrupted.
 */
export interface AnswerRun {
  runId: string
  threadId: string
  conversationKey: string
  agentUid: string
}

const THREAD_LENGTH = 32
const MAX_EXPIRED = 100

export async function newRun(message: Parties, agentUid: string): Promise<AnswerRun> {
  const key = conversationKey(message)
  // One thread per agent and conversation; short, and without a user's name.
  const thread = (await digest(`${key} ${agentUid}`)).slice(0, THREAD_LENGTH)
  const runId = crypto.randomUUID()
  return { runId, threadId: `thread-${thread}`, conversationKey: key, agentUid }
}

/**
 * The statements that store a run. Without the id of its message they follow the one that inserts it, in
 * the same transaction, and store nothing if the message was there already.
 */
export function runStatements(run: AnswerRun, { database, now }: Store, messageId?: number) {
  const { runId, threadId, conversationKey: key, agentUid } = run
  const isNew = messageId === undefined ? sql`changes() > 0` : sql`true`
  const newest = sql`(select max(id) from ${messages} where conversation_key = ${key})`
  const row = sql`select ${runId}, ${key}, 'waiting', ${now().getTime()}, ${leaseEnd},
    null, null, null, null, null, null, 0, 0 where ${isNew}`
  const answer = sql`select ${runId}, ${threadId}, ${agentUid}, ${messageId ?? newest}, null
    from ${runs} where run_id = ${runId}`
  return [database.insert(runs).select(row), database.insert(answers).select(answer)] as const
}

const other = alias(runs, 'other')
const otherAnswer = alias(answers, 'other_answer')

/** What is to be answered, and by whom: as they are when it is the turn of the message. */
interface Turn {
  message: MessageRow | undefined
  agent: AgentRow | undefined
}

/** Waits until the run may start. It polls, because processes do not notify each other. */
export async function takeTurn(
  run: AnswerRun,
  messageId: number,
  deps: SettleDeps & { limits: Pick<ChatLimits, 'maxWaiting' | 'maxWaitMs'> },
  signal: AbortSignal,
): Promise<Turn | FailureCode> {
  const { maxWaiting, maxWaitMs } = deps.limits
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
function others({ conversationKey }: AnswerRun, { database }: Pick<Store, 'database'>) {
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
async function claim(
  run: AnswerRun,
  messageId: number,
  deps: Pick<Store, 'database'>,
): Promise<Turn | undefined> {
  const { database } = deps
  const openRuns = others(run, deps)
  const ahead = openRuns(
    eq(other.state, 'waiting'),
    lt(otherAnswer.messageId, messageId),
    gte(other.expiresAtMs, databaseNowMs),
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

function countAhead(run: AnswerRun, messageId: number, deps: Pick<Store, 'database'>) {
  const isAhead = lt(otherAnswer.messageId, messageId)
  const isAlive = gte(other.expiresAtMs, databaseNowMs)
  return deps.database.$count(others(run, deps)(isAhead, isAlive).as('ahead'))
}

/**
 * Stores the events that are left and the answer as a message, and closes the run. If it has an answer
 * already, that is returned.
 */
export async function endRun(
  run: AnswerRun,
  asked: MessageRow,
  data: AnswerData,
  events: readonly RecordedEvent[],
  store: Store,
): Promise<MessageRow> {
  const { database, now } = store
  const { runId, agentUid } = run
  const message = toAnswer(run, asked, data)
  const failure = data.answer.failure?.code ?? null
  const ended = failure === 'interrupted' ? 'stopped' : 'failed'
  const isAnswer = and(eq(messages.sender, agentUid), eq(messages.muid, runId))
  const answerId = sql`(select ${messages.id} from ${messages} where ${isAnswer})`
  const { insert, conversation } = messageStatements(message, store)
  const [, [stored]] = await database.batch([
    eventStatement(run, events, database),
    insert,
    conversation,
    database
      .update(answers)
      .set({ answerId })
      .where(and(eq(answers.runId, runId), isNull(answers.answerId))),
    database
      .update(runs)
      .set({ state: failure === null ? 'done' : ended, endedAtMs: now().getTime() })
      .where(and(eq(runs.runId, runId), isNull(runs.endedAtMs))),
  ])
  return stored ?? earlierMessage(message, database)
}

/** The message with the answer, to the user who asked or to the group. */
function toAnswer(
  { runId, threadId, agentUid }: AnswerRun,
  { id: replyTo, receiverType, receiver, sender: asker }: MessageRow,
  data: AnswerData,
) {
  return {
    sender: agentUid,
    receiver: receiverType === 'group' ? receiver : asker,
    receiverType,
    category: 'message',
    type: 'text',
    data,
    muid: runId,
    runId,
    threadId,
    replyTo,
  }
}

interface SettleDeps extends Store {
  log: Log
}

/**
 * Fails the runs of processes that are gone. Each gets one answer, which says that it was interrupted,
 * even if several processes do this at once.
 */
export async function settleAnswers({ database, now, log }: SettleDeps) {
  const expired = await database
    .select({ answer: answers, message: messages })
    .from(runs)
    .innerJoin(answers, eq(answers.runId, runs.runId))
    .innerJoin(messages, eq(messages.id, answers.messageId))
    .where(and(isNull(runs.endedAtMs), lt(runs.expiresAtMs, databaseNowMs)))
    .orderBy(asc(runs.startedAtMs))
    .limit(MAX_EXPIRED)

  for (const { answer, message } of expired) {
    const run = { ...answer, conversationKey: message.conversationKey }
    const data = toData(message.id, {}, 'interrupted')
    await endRun(run, message, data, [], { database, now })
    log.warn('run-settled', { runId: run.runId, threadId: run.threadId })
  }
}
