import type { LiveEvent, Message } from '../../client/client.ts'
import { asRecord } from '../../core/json.ts'
import type { ToolCall } from '../chat-ui/tool-step.tsx'

/** A tool call with the texts of its frontend action. */
export interface Call extends ToolCall {
  displayName?: string | undefined
  executionText?: string | undefined
  /** The agent is waiting for its result, which the sender of the question has to provide. */
  isPending?: boolean
}

/** An answer that is still streaming. */
export interface Run {
  runId: string
  agent: string
  text: string
  calls: readonly Call[]
  failure?: string | undefined
}

/** Whether a uid is that of the current user. */
export type IsSelf = (uid: string) => boolean

export interface Reaction {
  reaction: string
  count: number
  isMine: boolean
}

/** What has been loaded of a conversation. */
export interface ConversationState {
  /** By message id, like the reactions. */
  messages: ReadonlyMap<string, Message>
  reactions: ReadonlyMap<string, readonly Reaction[]>
  /** The answers that are still streaming, by run id. */
  runs: ReadonlyMap<string, Run>
}

export const EMPTY: ConversationState = {
  messages: new Map(),
  reactions: new Map(),
  runs: new Map(),
}

/** Adds messages of a list, unless an event has already brought a newer version. */
export function mergeMessages(
  state: ConversationState,
  listed: readonly Message[],
): ConversationState {
  const messages = new Map(state.messages)
  const reactions = new Map(state.reactions)
  for (const message of listed) {
    const { id, updatedAt = 0 } = message
    if ((messages.get(id)?.updatedAt ?? 0) > updatedAt) continue
    messages.set(id, message)
    reactions.set(id, reactionsOf(message))
  }
  return { ...state, messages, reactions }
}

/** The state after an event. */
export function applyEvent(
  state: ConversationState,
  event: LiveEvent,
  isSelf: IsSelf,
): ConversationState {
  switch (event.type) {
    case 'message-sent':
    case 'message-edited':
    case 'message-deleted':
    case 'notice': {
      const { message } = event
      const messages = new Map(state.messages).set(message.id, message)
      const runs = new Map(state.runs)
      if (message.runId) runs.delete(message.runId)
      return { ...state, messages, runs }
    }
    case 'reaction-added':
    case 'reaction-removed': {
      const { reaction, uid } = event.reaction
      const before = state.reactions.get(event.messageId) ?? []
      const isMine = (name: string) =>
        isSelf(uid) && name === reaction
          ? event.type === 'reaction-added'
          : before.some((one) => one.reaction === name && one.isMine)
      const after = event.reactions.map((one) => ({ ...one, isMine: isMine(one.reaction) }))
      return { ...state, reactions: new Map(state.reactions).set(event.messageId, after) }
    }
    case 'run-started': {
      const { runId, agent } = event
      return withRun(state, { runId, agent, text: '', calls: [] })
    }
    case 'text-delta':
      return changeRun(state, event.runId, (run) => ({
        ...run,
        text: run.text.slice(0, event.offset) + event.delta,
      }))
    case 'tool-call-start':
    case 'tool-call': {
      const { toolCallId, name: toolName, displayName, executionText } = event
      const start: Call = { toolCallId, toolName, state: 'running', displayName, executionText }
      const isComplete = event.type === 'tool-call'
      const call = isComplete ? { ...start, ...argsOf(event), ...(event.fault && FAILED) } : start
      return changeRun(state, event.runId, (run) => ({ ...run, calls: withCall(run.calls, call) }))
    }
    case 'tool-result': {
      const { toolCallId, result } = event
      return changeRun(state, event.runId, (run) => ({
        ...run,
        calls: run.calls.map((call) =>
          call.toolCallId === toolCallId ? { ...call, state: 'done', result } : call,
        ),
      }))
    }
    case 'failed':
      return changeRun(state, event.runId, (run) => ({ ...run, failure: event.message }))
    default:
      return state
  }
}

/**
 * The messages to show, in order. Left out are the results of tool calls, which are shown with their
 * call, and answers without text and calls, which agents may give to a result.
 */
export function shownMessages({ messages }: ConversationState): Message[] {
  return [...messages.values()]
    .filter(({ category, type }) => !(category === 'custom' && type === 'tool-result'))
    .filter((message) => !isEmptyAnswer(message))
    .sort((one, other) => Number(one.id) - Number(other.id))
}

export function isEmptyAnswer({ runId, deletedAt, data }: Message): boolean {
  if (runId === undefined || deletedAt !== undefined) return false
  return textOf(data?.text) === '' && listOf(asRecord(data?.answer).toolCalls).length === 0
}

/** The calls of a stored answer, with the results that were sent for them. */
export function callsOf({ messages }: ConversationState, message: Message): Call[] {
  const answer = asRecord(message.data?.answer)
  const agentResults = listOf(answer.toolResults).map(asRecord)
  const sentResults = [...messages.values()]
    .filter(({ category, type }) => category === 'custom' && type === 'tool-result')
    .map(({ data }) => asRecord(data?.customData))
    .filter(({ messageId }) => messageId === message.id)
  return listOf(answer.toolCalls).map((value) => {
    const { id, name, displayName, executionText, args, rawArgs, fault } = asRecord(value)
    const result = [...agentResults, ...sentResults].find(({ toolCallId }) => toolCallId === id)
    const isFailed = typeof fault === 'string' || result?.isError === true
    return {
      toolCallId: textOf(id),
      toolName: textOf(name),
      displayName: textOf(displayName) || undefined,
      executionText: textOf(executionText) || undefined,
      args: args ?? rawArgs,
      state: isFailed ? 'failed' : result ? 'done' : 'running',
      isPending: !isFailed && !result,
      ...(result && { result: result.result }),
    }
  })
}

/** The message that an answer replies to. Its sender runs the agent's frontend actions. */
export function questionOf({ messages }: ConversationState, answer: Message): Message | undefined {
  return messages.get(textOf(asRecord(answer.data?.answer).replyTo))
}

const FAILED = { state: 'failed' } as const

function argsOf({ args, rawArgs }: { args: unknown; rawArgs?: string | undefined }) {
  return { args: args ?? rawArgs }
}

function withRun(state: ConversationState, run: Run): ConversationState {
  return { ...state, runs: new Map(state.runs).set(run.runId, run) }
}

function changeRun(state: ConversationState, runId: string, change: (run: Run) => Run) {
  const run = state.runs.get(runId)
  return run ? withRun(state, change(run)) : state
}

function withCall(calls: readonly Call[], call: Call): Call[] {
  const isSame = (other: Call) => other.toolCallId === call.toolCallId
  return calls.some(isSame)
    ? calls.map((other) => (isSame(other) ? call : other))
    : [...calls, call]
}

function reactionsOf(message: Message): Reaction[] {
  return listOf(message.data?.reactions).map((value) => {
    const { reaction, count, reactedByMe } = asRecord(value)
    return { reaction: textOf(reaction), count: Number(count), isMine: reactedByMe === true }
  })
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
