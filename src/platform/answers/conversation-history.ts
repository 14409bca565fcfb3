import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Message, RunInput } from '../../core/run.ts'
import type { Database } from '../../storage/database.ts'
import { messages, users } from '../../storage/schema.ts'
import { isOneOf } from '../../storage/statements.ts'
import { readAsker } from '../../wires/asker.ts'
import {
  type PlatformAnswer,
  readAnswer,
  readToolResult,
  TOOL_RESULT,
  type ToolResultData,
} from '../messages/answer.ts'
import { inConversation } from '../messages/conversation-key.ts'
import { readMessages } from '../messages/find-messages.ts'
import { mentionsIn, textFor } from '../messages/mentions.ts'
import { type MessageRow, textOf } from '../messages/message.ts'

/** Agents are sent all of it with every run. */
const MAX_ROWS = 60
const MAX_ROW_BYTES = 2 * 1024 * 1024
const MAX_MESSAGES = 40
const MAX_CHARACTERS = 32_000
const MAX_RESULT_LENGTH = 4_000

const NO_RESULT = 'The client received this call and returned no result.'

/** The results of actions, by the ids of the agent's message and of the call. */
type Results = ReadonlyMap<string, ToolResultData>

/**
 * The conversation as it is sent to an agent, oldest first, up to the message to answer. Answers
 * follow the message they answer, even if others were sent in between, and results follow their
 * calls. Every call has a result: models reject conversations in which one is missing.
 */
export async function conversationHistory(
  database: Database,
  message: MessageRow,
  agentUid: string,
): Promise<Pick<RunInput, 'messages' | 'asker'>> {
  const rows = await readRows(database, message)
  const results = resultsIn(rows)
  const isInGroup = message.receiverType === 'group'
  const nameOf = await namesIn(database, rows, { agentUid, isInGroup })

  const units = rows
    .sort((one, other) => sortKey(one) - sortKey(other) || one.id - other.id)
    .map((row) => {
      const isOwn = row.sender === agentUid
      const answer = row.runId === null ? undefined : readAnswer(row.data)
      if (isOwn && answer) return answerHistory(row, answer, results)
      const text = textOf(row)
      if (text === '') return []
      if (isOwn)
        return [{ id: String(row.id), role: 'assistant' as const, content: text, toolCalls: [] }]
      const plain = textFor(agentUid, text, nameOf)
      const content = isInGroup ? `${nameOf(row.sender)}: ${plain}` : plain
      return [{ id: String(row.id), role: 'user' as const, content, toolCalls: [] }]
    })
  const { sender: uid, receiverType, data } = message
  const sender = { uid, ...(isInGroup && { name: nameOf(uid) }) }
  const cometchatContext = { sender, receiverType, messageMetadata: data.metadata }
  return {
    messages: mostRecent(units.filter((unit) => unit.length > 0)),
    asker: readAsker({ cometchatContext }),
  }
}

async function readRows(database: Database, message: MessageRow) {
  const isPartOfHistory = and(
    inConversation(message),
    isNull(messages.deletedAt),
    isNull(messages.visibleTo),
    or(lte(messages.id, message.id), isNotNull(messages.runId)),
    or(
      and(eq(messages.category, 'message'), eq(messages.type, 'text')),
      and(eq(messages.category, 'custom'), eq(messages.type, TOOL_RESULT)),
    ),
  )
  const extent = { isBackwards: true, limit: MAX_ROWS, maxBytes: MAX_ROW_BYTES }
  return (await readMessages(database, [isPartOfHistory], extent)).rows
}

function resultsIn(rows: readonly MessageRow[]): Results {
  return new Map(
    rows.flatMap((row): [string, ToolResultData][] => {
      const data = readToolResult(row)
      return data ? [[`${data.messageId} ${data.toolCallId}`, data]] : []
    }),
  )
}

/** An answer is sorted by the message it answers. */
function sortKey({ id, runId, replyTo }: MessageRow) {
  return runId === null ? id : (replyTo ?? id)
}

/** The names of the senders in a group, and of everyone who is mentioned. */
async function namesIn(
  database: Database,
  rows: readonly MessageRow[],
  { agentUid, isInGroup }: { agentUid: string; isInGroup: boolean },
) {
  const people = rows.filter(({ sender }) => sender !== agentUid)
  const speakers = isInGroup ? people.map(({ sender }) => sender) : []
  const mentioned = people.flatMap((row) => mentionsIn(textOf(row)))
  const uids = new Set([...speakers, ...mentioned.filter((uid) => uid !== agentUid)])
  if (uids.size === 0) return (uid: string) => uid
  const known = await database.select().from(users).where(isOneOf(users.uid, uids))
  const names = new Map(known.map(({ uid, name }) => [uid, name]))
  return (uid: string) => names.get(uid) ?? uid
}

/** The latest that fit. A call is never separated from its result. */
function mostRecent(units: readonly Message[][]) {
  let charactersLeft = MAX_CHARACTERS
  let messagesLeft = MAX_MESSAGES
  const taken: Message[][] = []
  for (const unit of units.toReversed()) {
    charactersLeft -= unit.reduce(
      (sum, { content, toolCalls }) => sum + content.length + JSON.stringify(toolCalls).length,
      0,
    )
    messagesLeft -= unit.length
    if (taken.length > 0 && (charactersLeft < 0 || messagesLeft < 0)) break
    taken.unshift(unit)
  }
  return taken.flat()
}

/** First the calls that the agent ran itself, then its text with the calls left to the client. */
export function answerHistory(
  { id, data }: MessageRow,
  answer: PlatformAnswer,
  results: Results,
): Message[] {
  const own = new Map(answer.toolResults.map((result) => [result.toolCallId, result.result]))
  const calls = answer.toolCalls.flatMap(({ toolCallId, toolName, input }) => {
    return input ? [{ toolCallId, toolName, input }] : []
  })
  const [ran, left] = [
    calls.filter(({ toolCallId }) => own.has(toolCallId)),
    calls.filter(({ toolCallId }) => !own.has(toolCallId)),
  ]
  const text = answer.failure?.message === data.text ? '' : textOf({ data })
  return [
    ...withResults({ id: `${id}-own`, content: '', calls: ran }, (call) => own.get(call)),
    ...withResults({ id: String(id), content: text, calls: left }, (call) => {
      const returned = results.get(`${id} ${call}`)
      return returned ? returned.result : NO_RESULT
    }),
  ]
}

interface Content {
  id: string
  content: string
  calls: Message['toolCalls']
}

function withResults(
  { id, content, calls }: Content,
  resultOf: (callId: string) => unknown,
): Message[] {
  if (calls.length === 0)
    return content === '' ? [] : [{ id, role: 'assistant', content, toolCalls: [] }]
  const answered = calls.map(({ toolCallId }) => ({
    id: `${id}-${toolCallId}`,
    role: 'tool' as const,
    content: resultText(resultOf(toolCallId)),
    toolCalls: [],
    toolCallId,
  }))
  return [{ id, role: 'assistant', content, toolCalls: calls }, ...answered]
}

function resultText(result: unknown) {
  const text = typeof result === 'string' && result !== '' ? result : JSON.stringify(result ?? null)
  if (text.length <= MAX_RESULT_LENGTH) return text
  return `${text.slice(0, MAX_RESULT_LENGTH).toWellFormed()}…`
}
