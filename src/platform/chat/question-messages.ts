import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { QuestionMessage } from '../delivery/agent-question.ts'
import { readAnswer } from '../message/answer.ts'
import { inConversation } from '../message/conversation-key.ts'
import { mentionsIn, textFor } from '../message/mentions.ts'
import { type MessageRow, TOOL_RESULT } from '../message/message.ts'
import { readMessages } from '../message/read-messages.ts'
import type { Database } from '../storage/database.ts'
import { isOneOf } from '../storage/is-one-of.ts'
import { messages, users } from '../storage/schema.ts'
import { messagesOfAnswer, type Results, textOf } from './messages-of-answer.ts'
import { readToolResult, type ToolResultData } from './tool-results.ts'

/** An agent has to read all of it each time. */
const MAX_ROWS = 60
const MAX_ROW_BYTES = 2 * 1024 * 1024
const MAX_MESSAGES = 40
const MAX_CHARACTERS = 32_000

/**
 * The conversation as an agent is sent it, oldest first, up to the message it has to answer.
 * Answers stand after what they answer, whatever was written meanwhile; results of actions stand
 * after their calls. Every call has a result: models refuse a conversation in which one has none.
 */
export async function questionMessages(
  database: Database,
  message: MessageRow,
  agentUid: string,
): Promise<QuestionMessage[]> {
  const rows = await readRows(database, message)
  const results = resultsIn(rows)
  const nameOf = await namesIn(database, rows, [agentUid, message.sender])

  const units = rows.sort(inOrder).map((row) => {
    const isOwn = row.sender === agentUid
    const answer = row.runId === null ? undefined : readAnswer(row.data)
    if (isOwn && answer) return messagesOfAnswer(row, answer, results)
    const text = textOf(row)
    if (text === '') return []
    if (isOwn) return [{ id: String(row.id), role: 'assistant' as const, content: text }]
    const words = textFor(agentUid, text, nameOf)
    // Whoever asks speaks for themselves; what others of a group have said carries their names.
    const content = row.sender === message.sender ? words : `${nameOf(row.sender)}: ${words}`
    return [{ id: String(row.id), role: 'user' as const, content }]
  })
  return mostRecent(units.filter((unit) => unit.length > 0))
}

async function readRows(database: Database, message: MessageRow) {
  const isSaid = and(
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
  return (await readMessages(database, [isSaid], extent)).rows
}

function resultsIn(rows: readonly MessageRow[]): Results {
  return new Map(
    rows.flatMap((row): [string, ToolResultData][] => {
      const handed = readToolResult(row)
      return handed ? [[`${handed.messageId} ${handed.toolCallId}`, handed]] : []
    }),
  )
}

function inOrder(one: MessageRow, other: MessageRow) {
  return placeOf(one) - placeOf(other) || one.id - other.id
}

/** An answer stands at what it answers. */
function placeOf({ id, runId, replyTo }: MessageRow) {
  return runId === null ? id : (replyTo ?? id)
}

/** The names of the others who speak, and of those whom people mention. */
async function namesIn(
  database: Database,
  rows: readonly MessageRow[],
  [agentUid, asker]: readonly [string, string],
) {
  const people = rows.filter(({ sender }) => sender !== agentUid)
  const others = people.map(({ sender }) => sender).filter((uid) => uid !== asker)
  const mentioned = people.flatMap((row) => mentionsIn(textOf(row)))
  const uids = new Set([...others, ...mentioned.filter((uid) => uid !== agentUid)])
  if (uids.size === 0) return (uid: string) => uid
  const known = await database.select().from(users).where(isOneOf(users.uid, uids))
  const names = new Map(known.map(({ uid, name }) => [uid, name]))
  return (uid: string) => names.get(uid) ?? uid
}

/** As many as there is room for, from the end; a call is not parted from its result. */
function mostRecent(units: readonly QuestionMessage[][]) {
  let room = MAX_CHARACTERS
  let places = MAX_MESSAGES
  const taken: QuestionMessage[][] = []
  for (const unit of units.toReversed()) {
    room -= unit.reduce(
      (sum, { content, toolCalls }) => sum + content.length + argsIn(toolCalls),
      0,
    )
    places -= unit.length
    if (taken.length > 0 && (room < 0 || places < 0)) break
    taken.unshift(unit)
  }
  return taken.flat()
}

function argsIn(toolCalls: QuestionMessage['toolCalls'] = []) {
  return toolCalls.reduce((sum, { args }) => sum + args.length, 0)
}
