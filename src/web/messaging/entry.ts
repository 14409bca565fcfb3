import type { Message } from '../../platform/client.ts'

/** A call of a tool in an agent's answer. */
export interface ToolStep {
  id: string
  name: string
  /** How an action calls itself, and what it says while it runs. */
  displayName?: string | undefined
  executionText?: string | undefined
  /** `waiting` is a call whose result this side has to hand back. */
  state: 'running' | 'waiting' | 'done' | 'failed'
  args: unknown
  result?: unknown
}

export interface ReactionCount {
  reaction: string
  count: number
  isMine: boolean
}

/** One message of a conversation, or one that is on its way, as it is shown. */
export interface Entry {
  /** The same while it is sent, while it grows and once it is stored. */
  key: string
  /** Absent until it is stored. */
  id?: string | undefined
  sender: string
  senderName: string
  isMine: boolean
  /** Said by the platform, to this user alone. */
  isNotice: boolean
  text: string
  steps: readonly ToolStep[]
  reactions: readonly ReactionCount[]
  /** In seconds since 1970. */
  sentAt?: number | undefined
  isEdited: boolean
  isDeleted: boolean
  /** `growing` is an answer that is under way; `unsent` did not reach the platform. */
  state: 'sending' | 'unsent' | 'growing' | 'stored'
  /** Why it was not sent, or why the answer failed. */
  failure?: string | undefined
}

/** What is stored of an answer beside its text. */
interface StoredAnswer {
  toolCalls: StoredCall[]
  toolResults: { toolCallId: string; result?: unknown }[]
  failure?: { message: string } | undefined
}

interface StoredCall {
  id: string
  name: string
  displayName?: string
  executionText?: string
  args: unknown
  fault: string | null
}

/** A message that is shown; what a client hands back to an agent is not said to anybody. */
export function isShown({ type }: Message): boolean {
  return type !== 'tool-result'
}

export function toEntry(message: Message, isMine: (sender: string) => boolean): Entry {
  const { id, muid, runId, sender = '', data = {}, sentAt, editedAt, deletedAt } = message
  const answer = answerIn(message)
  const isNotice = message.category === 'action' && message.type === 'notice'
  return {
    key: runId ?? muid ?? id,
    id,
    sender,
    senderName: nameIn(data) ?? sender,
    isMine: isMine(sender),
    isNotice,
    text: data.text ?? '',
    steps: answer ? answer.toolCalls.map((call) => toStep(call, answer)) : [],
    reactions: reactionsIn(data),
    sentAt,
    isEdited: editedAt !== undefined,
    isDeleted: deletedAt !== undefined,
    state: 'stored',
    failure: answer?.failure?.message,
  }
}

function toStep(call: StoredCall, { toolResults }: StoredAnswer): ToolStep {
  const { id, name, displayName, executionText, args, fault } = call
  const ran = toolResults.find(({ toolCallId }) => toolCallId === id)
  const state = fault !== null ? 'failed' : ran ? 'done' : 'waiting'
  return { id, name, displayName, executionText, state, args, result: ran?.result }
}

/** The platform's own field: its shape is the platform's to keep, so no more is asked than lists. */
function answerIn({ data }: Message): StoredAnswer | undefined {
  const answer = data?.answer
  return isAnswer(answer) ? answer : undefined
}

function isAnswer(value: unknown): value is StoredAnswer {
  if (typeof value !== 'object' || value === null) return false
  const { toolCalls, toolResults }: { toolCalls?: unknown; toolResults?: unknown } = value
  return Array.isArray(toolCalls) && Array.isArray(toolResults)
}

function nameIn({ entities }: NonNullable<Message['data']>): string | undefined {
  const { sender }: { sender?: { entity?: { name?: unknown } } } = Object(entities)
  const name = sender?.entity?.name
  return typeof name === 'string' ? name : undefined
}

function reactionsIn({ reactions }: NonNullable<Message['data']>): ReactionCount[] {
  if (!Array.isArray(reactions)) return []
  return reactions.map(({ reaction, count, reactedByMe }) => ({
    reaction: String(reaction),
    count: Number(count),
    isMine: reactedByMe === true,
  }))
}
