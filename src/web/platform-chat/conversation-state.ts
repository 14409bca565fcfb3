import type { LiveEvent, Message as StoredMessage } from '../../client/client.ts'
import { asList, asRecord } from '../../core/json.ts'
import { formatInstant } from '../product/format.ts'
import {
  applyRunEvent,
  newAnswer,
  type ReactionCount,
  type TranscriptCall,
  type TranscriptMessage,
} from '../transcript/conversation.ts'

/** What has been loaded of a conversation, by message id. */
interface StoredState {
  messages: ReadonlyMap<string, StoredMessage>
  reactions: ReadonlyMap<string, readonly ReactionCount[]>
}

/** The answers that are still streaming, by run id. */
export type Runs = ReadonlyMap<string, TranscriptMessage>

/** What differs between the users of a conversation. */
export interface Viewer {
  isSelf(uid: string): boolean
  nameOf(uid: string): string
  /** Whether the results of frontend actions can be entered by hand. */
  canSendResults: boolean
}

export const EMPTY: StoredState = { messages: new Map(), reactions: new Map() }

/** Adds messages of a list, unless an event has already brought a newer version. */
export function mergeMessages(state: StoredState, listed: readonly StoredMessage[]): StoredState {
  const messages = new Map(state.messages)
  const reactions = new Map(state.reactions)
  for (const message of listed) {
    const { id, updatedAt = 0, data } = message
    if ((messages.get(id)?.updatedAt ?? 0) > updatedAt) continue
    messages.set(id, message)
    reactions.set(id, asList(data?.reactions).map(reactionOf))
  }
  return { messages, reactions }
}

/** The state after an event about messages or their reactions. */
export function applyEvent(
  state: StoredState,
  event: LiveEvent,
  { isSelf }: Pick<Viewer, 'isSelf'>,
): StoredState {
  if ('message' in event && typeof event.message === 'object') {
    const { message } = event
    return { ...state, messages: new Map(state.messages).set(message.id, message) }
  }
  if (event.type !== 'reaction-added' && event.type !== 'reaction-removed') return state
  const { reaction, uid } = event.reaction
  const before = state.reactions.get(event.messageId) ?? []
  const isMine = (name: string) =>
    isSelf(uid) && name === reaction
      ? event.type === 'reaction-added'
      : before.some((one) => one.reaction === name && one.isMine)
  const after = event.reactions.map((one) => ({ ...one, isMine: isMine(one.reaction) }))
  return { ...state, reactions: new Map(state.reactions).set(event.messageId, after) }
}

/** The streaming answers after an event: one is over when its message is stored. */
export function applyToRuns(runs: Runs, event: LiveEvent, nameOf: Viewer['nameOf']): Runs {
  if (event.type === 'run-start') {
    return new Map(runs).set(event.runId, newAnswer(event.runId, nameOf(event.agent)))
  }
  if (event.type === 'message-sent' && event.message.runId) {
    const rest = new Map(runs)
    rest.delete(event.message.runId)
    return rest
  }
  const run = 'runId' in event ? runs.get(event.runId) : undefined
  return run && 'runId' in event ? new Map(runs).set(run.id, applyRunEvent(run, event)) : runs
}

/**
 * The messages to show, in order. Left out are the results of tool calls, which are shown with their
 * call, and answers without text and calls, which agents may give to a result.
 */
export function toMessages(state: StoredState, viewer: Viewer): TranscriptMessage[] {
  return [...state.messages.values()]
    .filter((message) => !isToolResult(message) && !isEmptyAnswer(message))
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map((message) => toMessage(state, message, viewer))
}

function toMessage(state: StoredState, stored: StoredMessage, viewer: Viewer): TranscriptMessage {
  const { id, sender = '', sentAt, editedAt, deletedAt, runId, category, type, data } = stored
  const isOwn = viewer.isSelf(sender)
  const isDeleted = deletedAt !== undefined
  const isNotice = category === 'action' && type === 'notice'
  const time = sentAt === undefined ? '' : formatInstant(sentAt * 1000)
  const text = textOf(data?.text)
  const message: TranscriptMessage = {
    ...newAnswer(id, isOwn ? 'You' : senderName(stored)),
    isOwn,
    kind: 'remark',
    state: 'complete',
    detail: editedAt && !isDeleted ? `${time} · edited` : time,
    ...(!isDeleted && !isNotice && { reactions: state.reactions.get(id) ?? [] }),
  }
  if (isDeleted) return { ...message, text: 'This message was deleted.' }
  if (isNotice) return { ...message, text: `${text} Only you can see this.` }
  if (runId !== undefined) return { ...message, ...answerOf(state, stored, viewer) }
  if (text) return { ...message, kind: 'text', text: withNames(text, viewer) }
  const kind = category === 'custom' ? `custom message, ${type}` : type
  return { ...message, text: `Sent a message without text (${kind}).` }
}

function answerOf(
  state: StoredState,
  stored: StoredMessage,
  viewer: Viewer,
): Partial<TranscriptMessage> {
  const text = textOf(stored.data?.text)
  const { failure, replyTo } = asRecord(stored.data?.answer)
  const issue = textOf(asRecord(failure).message) || undefined
  const asker = state.messages.get(textOf(replyTo))?.sender ?? ''
  const canSend = viewer.canSendResults && viewer.isSelf(asker)
  const calls = callsOf(state, stored)
  return {
    kind: 'answer',
    text: text === issue ? '' : text,
    calls: canSend ? calls : calls.map((call) => ({ ...call, needsResult: false })),
    state: issue === undefined ? 'complete' : 'failed',
    issue,
  }
}

/** The calls of a stored answer, with the results that were sent for them. */
export function callsOf({ messages }: StoredState, { id, data }: StoredMessage): TranscriptCall[] {
  const answer = asRecord(data?.answer)
  const sentResults = [...messages.values()]
    .filter(isToolResult)
    .map(({ data }) => asRecord(data?.customData))
    .filter(({ messageId }) => messageId === id)
  const results = [...asList(answer.toolResults).map(asRecord), ...sentResults]
  return asList(answer.toolCalls).map((value) => {
    const call = asRecord(value)
    const result = results.find(({ toolCallId }) => toolCallId === call.toolCallId)
    const isFailed = typeof call.fault === 'string' || result?.isError === true
    return {
      toolCallId: textOf(call.toolCallId),
      toolName: textOf(call.toolName),
      displayName: textOf(call.displayName) || undefined,
      executionText: textOf(call.executionText) || undefined,
      input: call.input ?? call.rawInput,
      state: isFailed ? 'failed' : result ? 'done' : 'running',
      needsResult: !isFailed && !result,
      result: result?.result,
    }
  })
}

function isToolResult({ category, type }: StoredMessage): boolean {
  return category === 'custom' && type === 'tool-result'
}

function isEmptyAnswer({ runId, deletedAt, data }: StoredMessage): boolean {
  if (runId === undefined || deletedAt !== undefined) return false
  const { toolCalls, failure } = asRecord(data?.answer)
  return textOf(data?.text) === '' && asList(toolCalls).length === 0 && !failure
}

function senderName({ sender = '', data }: StoredMessage): string {
  const entity = asRecord(asRecord(asRecord(data?.entities).sender).entity)
  return textOf(entity.name) || sender
}

/** Replaces the uids of mentions with names. */
function withNames(text: string, { nameOf }: Viewer): string {
  return text.replace(/<@uid:([\w-]+)>/g, (_, uid) => `@${nameOf(uid)}`)
}

function reactionOf(value: unknown): ReactionCount {
  const { reaction, count, reactedByMe } = asRecord(value)
  return { reaction: textOf(reaction), count: Number(count), isMine: reactedByMe === true }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
