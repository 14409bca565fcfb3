import type { LiveEvent, Message } from '../../client/client.ts'
import type { ToolCall } from '../conversation/tool-step.tsx'

/** A call as it is shown: what it is called before people, and whether a client is to run it. */
export interface Call extends ToolCall {
  displayName?: string | undefined
  executionText?: string | undefined
  /** It waits for a result from whoever asked. */
  isLeft?: boolean
}

/** An answer that is under way. */
export interface Run {
  runId: string
  agent: string
  text: string
  calls: readonly Call[]
  failure?: string | undefined
}

/** Whether a uid is that of the user who looks at the page. */
export type IsSelf = (uid: string) => boolean

export interface Reaction {
  reaction: string
  count: number
  isMine: boolean
}

/** A conversation as far as it is known: the messages by id, and the answers under way. */
export interface ConversationState {
  messages: ReadonlyMap<string, Message>
  reactions: ReadonlyMap<string, readonly Reaction[]>
  runs: ReadonlyMap<string, Run>
}

export const EMPTY: ConversationState = {
  messages: new Map(),
  reactions: new Map(),
  runs: new Map(),
}

/** With messages that a list had: what an event said later stays. */
export function withMessages(
  state: ConversationState,
  listed: readonly Message[],
): ConversationState {
  const messages = new Map(state.messages)
  const reactions = new Map(state.reactions)
  for (const message of listed) {
    const { id, updatedAt = 0 } = message
    if ((messages.get(id)?.updatedAt ?? 0) > updatedAt) continue
    messages.set(id, message)
    reactions.set(
      id,
      countsIn(message.data?.reactions).map(({ reaction, count, reactedByMe }) => ({
        reaction,
        count,
        isMine: reactedByMe === true,
      })),
    )
  }
  return { ...state, messages, reactions }
}

/** After an event of the conversation. */
export function afterEvent(
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
      const counted = event.reactions.map((one) => ({ ...one, isMine: isMine(one.reaction) }))
      return { ...state, reactions: new Map(state.reactions).set(event.messageId, counted) }
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
      const { toolCallId: id, name, displayName, executionText } = event
      const call: Call = { id, name, state: 'running', displayName, executionText }
      const isOver = event.type === 'tool-call'
      const known = isOver ? { ...call, ...argsOf(event), ...(event.fault && FAILED) } : call
      return changeRun(state, event.runId, (run) => ({ ...run, calls: withCall(run.calls, known) }))
    }
    case 'tool-result': {
      const { toolCallId, result } = event
      return changeRun(state, event.runId, (run) => ({
        ...run,
        calls: run.calls.map((call) =>
          call.id === toolCallId ? { ...call, state: 'done', result } : call,
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
 * In their order, without what is handed back to agents, which stands at its call, and without the
 * answers of agents that had nothing to add to it.
 */
export function shownMessages({ messages }: ConversationState): Message[] {
  return [...messages.values()]
    .filter(({ category, type }) => !(category === 'custom' && type === 'tool-result'))
    .filter((message) => !isEmptyAnswer(message))
    .sort((one, other) => Number(one.id) - Number(other.id))
}

export function isEmptyAnswer({ runId, deletedAt, data }: Message): boolean {
  if (runId === undefined || deletedAt !== undefined) return false
  return textOf(data?.text) === '' && listOf(fieldsOf(data?.answer).toolCalls).length === 0
}

/** The calls of an answer that is stored, with what was handed back. */
export function callsOf({ messages }: ConversationState, message: Message): Call[] {
  const answer = fieldsOf(message.data?.answer)
  const ran = listOf(answer.toolResults).map(fieldsOf)
  const handed = [...messages.values()]
    .filter(({ category, type }) => category === 'custom' && type === 'tool-result')
    .map(({ data }) => fieldsOf(data?.customData))
    .filter(({ messageId }) => messageId === message.id)
  return listOf(answer.toolCalls).map((value) => {
    const { id, name, displayName, executionText, args, rawArgs, fault } = fieldsOf(value)
    const result = [...ran, ...handed].find(({ toolCallId }) => toolCallId === id)
    const isFailed = typeof fault === 'string' || result?.isError === true
    return {
      id: textOf(id),
      name: textOf(name),
      displayName: textOf(displayName) || undefined,
      executionText: textOf(executionText) || undefined,
      args: args ?? rawArgs,
      state: isFailed ? 'failed' : result ? 'done' : 'running',
      isLeft: !isFailed && !result,
      ...(result && { result: result.result }),
    }
  })
}

/** What an answer answers: to its sender the agent's calls are left. */
export function questionOf({ messages }: ConversationState, answer: Message): Message | undefined {
  return messages.get(textOf(fieldsOf(answer.data?.answer).replyTo))
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
  const isKnown = calls.some(({ id }) => id === call.id)
  return isKnown ? calls.map((one) => (one.id === call.id ? call : one)) : [...calls, call]
}

interface Counted {
  reaction: string
  count: number
  reactedByMe: unknown
}

function countsIn(value: unknown): Counted[] {
  return listOf(value).map((one) => {
    const { reaction, count, reactedByMe } = fieldsOf(one)
    return { reaction: textOf(reaction), count: Number(count), reactedByMe }
  })
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
