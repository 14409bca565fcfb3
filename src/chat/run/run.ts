import { and, asc, eq, gte, inArray, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { digest } from '../../access/digest.ts'
import { pauses } from '../../core/pause.ts'
import { databaseError } from '../../storage/database-error.ts'
import { messages, runs } from '../../storage/schema.ts'
import type { AgentRow } from '../agent/agent.ts'
import { findMessage } from '../message/find-messages.ts'
import type { MessageRow } from '../message/message.ts'
import { storeMessage } from '../message/send-message.ts'
import type { Store } from '../store.ts'
import { type AnswerData, toData } from './answer-data.ts'
import { type ChatDeps, limitsOf } from './chat-deps.ts'

/**
 * A run: one agent answers one message. It is stored before anything else is done, and waits for the
 * earlier runs of its conversation, in this process or another. While it is open its process renews
 * its lease. It ends with one answer, which is stored in the same transaction; if its process is
 * gone, any other one stores that it was interrupted.
 */
export type Run = Pick<
  typeof runs.$inferSelect,
  'runId' | 'threadId' | 'conversationKey' | 'agentUid' | 'messageId'
>

const THREAD_LENGTH = 32
const MAX_EXPIRED = 100
const MARGIN_MS = 1_000

const isOpen = inArray(runs.state, ['waiting', 'running'])
const other = alias(runs, 'other')

export async function createRun(
  message: MessageRow,
  agent: AgentRow,
  deps: ChatDeps,
): Promise<Run> {
  const { id: messageId, conversationKey } = message
  // One thread per agent and conversation; short, and without a user's name.
  const thread = (await digest(`${conversationKey} ${agent.uid}`)).slice(0, THREAD_LENGTH)
  const run = {
    runId: crypto.randomUUID(),
    threadId: `thread-${thread}`,
    conversationKey,
    agentUid: agent.uid,
    messageId,
  }
  const startedAtMs = deps.now().getTime()
  const expiresAtMs = startedAtMs + limitsOf(deps).leaseMs
  await deps.database.insert(runs).values({ ...run, state: 'waiting', startedAtMs, expiresAtMs })
  return run
}

/** Waits until the run may start. It polls, because processes do not notify each other. */
export async function takeTurn(
  run: Run,
  deps: ChatDeps,
  signal: AbortSignal,
): Promise<'taken' | 'busy' | 'interrupted'> {
  const { maxWaiting, maxWaitMs } = limitsOf(deps)
  const startedMs = performance.now()
  let isFirst = true
  for await (const _pause of pauses(signal)) {
    if (await claim(run, deps)) return 'taken'
    if (isFirst && (await countAhead(run, deps)) > maxWaiting) return 'busy'
    isFirst = false
    await failExpiredRuns(deps, run.conversationKey)
    if (performance.now() - startedMs > maxWaitMs) return 'busy'
  }
  return 'interrupted'
}

/** One statement: of two processes that try at once, one succeeds. */
async function claim({ runId, conversationKey, messageId }: Run, deps: ChatDeps) {
  const { database, now } = deps
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
  const isWaiting = and(eq(runs.runId, runId), eq(runs.state, 'waiting'))
  const claimed = await database
    .update(runs)
    .set({ state: 'running', expiresAtMs: nowMs + limitsOf(deps).leaseMs })
    .where(and(isWaiting, notExists(running), notExists(ahead)))
    .returning({ runId: runs.runId })
  return claimed.length > 0
}

function countAhead({ conversationKey, messageId }: Run, { database, now }: ChatDeps) {
  return database.$count(
    runs,
    and(
      eq(runs.conversationKey, conversationKey),
      isOpen,
      lt(runs.messageId, messageId),
      gte(runs.expiresAtMs, now().getTime()),
    ),
  )
}

/**
 * Renews the lease of a run until it is released. The run is lost if this process was suspended for
 * so long that others considered the run expired.
 */
export function holdLease({ runId }: Run, deps: ChatDeps, onLost: () => void) {
  const { database, now, log } = deps
  const { leaseMs } = limitsOf(deps)
  const renew = async () => {
    const held = await database
      .update(runs)
      .set({ expiresAtMs: now().getTime() + leaseMs })
      .where(and(eq(runs.runId, runId), isOpen))
      .returning({ runId: runs.runId })
    if (held.length === 0) onLost()
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn('run-not-renewed', { runId, error: databaseError(error) }),
    )
  }, leaseMs / 3)
  return () => clearInterval(timer)
}

/** Stores the answer as a message and closes the run. If it has an answer already, that is returned. */
export async function endRun(
  { runId, threadId, agentUid, messageId }: Run,
  { receiverType, receiver, sender: asker }: MessageRow,
  data: AnswerData,
  store: Store,
): Promise<MessageRow> {
  const { database, now } = store
  const message = {
    sender: agentUid,
    receiver: receiverType === 'group' ? receiver : asker,
    receiverType,
    category: 'message',
    type: 'text',
    data,
    muid: runId,
    runId,
    threadId,
    replyTo: messageId,
  }
  const failure = data.answer.failure?.code ?? null
  const isStopped = failure === 'interrupted'
  const answer = and(eq(messages.sender, agentUid), eq(messages.muid, runId))
  const close = database
    .update(runs)
    .set({
      state: failure === null ? 'done' : isStopped ? 'stopped' : 'failed',
      failure,
      answerId: sql`(select ${messages.id} from ${messages} where ${answer})`,
      endedAtMs: now().getTime(),
    })
    .where(and(eq(runs.runId, runId), isOpen))
  return (await storeMessage(message, store, close)).stored
}

/**
 * Fails the runs of processes that are gone, in one conversation or in all. Each gets one answer,
 * which says that it was interrupted, even if several processes do this at once.
 */
export async function failExpiredRuns(
  deps: Pick<ChatDeps, 'database' | 'now' | 'log'>,
  conversationKey?: string,
): Promise<void> {
  const { database, now, log } = deps
  const isOfConversation =
    conversationKey === undefined ? undefined : eq(runs.conversationKey, conversationKey)
  const expired = await database
    .select()
    .from(runs)
    .where(and(isOfConversation, isOpen, lt(runs.expiresAtMs, now().getTime())))
    .orderBy(asc(runs.startedAtMs))
    .limit(MAX_EXPIRED)

  for (const run of expired) {
    const { runId, threadId, messageId } = run
    const message = await findMessage(database, String(messageId))
    await endRun(run, message, toData(messageId, {}, 'interrupted'), deps)
    log.warn('run-settled', { runId, threadId })
  }
}

/**
 * Fails the runs that an earlier process left behind: now, and again when the leases it may have
 * renewed just before have expired. Errors of the database are passed to `onError`.
 */
export function failExpiredRunsAfterStart(deps: ChatDeps, onError: (error: unknown) => void): void {
  const failAll = () => {
    failExpiredRuns(deps).catch((error: unknown) => onError(databaseError(error)))
  }
  failAll()
  const later: unknown = setTimeout(failAll, limitsOf(deps).leaseMs + MARGIN_MS)
  // On Node a pending timer keeps the process running.
  if (typeof later !== 'object' || later === null || !('unref' in later)) return
  if (typeof later.unref === 'function') later.unref()
}
