import type { ReadonlySignal, Signal } from '@preact/signals'
import type { RunEvent } from '../../core/run.ts'

// The one model of a conversation: what the chat, the chat as a user and the widget show. Each of
// them translates its own wire into these messages and the events of a run.

export interface TranscriptMessage {
  id: string
  author: string
  isOwn: boolean
  /** An answer of an agent is Markdown with tool calls; a remark is about a message. */
  kind: 'text' | 'answer' | 'remark'
  text: string
  calls: readonly TranscriptCall[]
  state: 'streaming' | 'complete' | 'stopped' | 'failed'
  /** Why it failed, as a sentence for the user. */
  issue?: string | undefined
  /** Beside the author, such as the time. */
  detail?: string | undefined
  /** Absent where there are none to give. */
  reactions?: readonly ReactionCount[] | undefined
}

/** `input` and `result` are undefined until they are known. */
export interface TranscriptCall {
  toolCallId: string
  toolName: string
  state: 'running' | 'done' | 'failed' | 'stopped'
  input?: unknown
  result?: unknown
  /** How a frontend action is called, and what it says while it runs. */
  displayName?: string | undefined
  executionText?: string | undefined
  /** The agent waits for its result, which this user may enter. */
  needsResult?: boolean
}

export interface ReactionCount {
  reaction: string
  count: number
  isMine: boolean
}

/** What a feeder provides for `ConversationView`. What is absent is not offered. */
export interface ConversationFeed {
  messages: ReadonlySignal<readonly TranscriptMessage[]>
  /** What the user is typing. */
  draft: Signal<string>
  /** Rejects with an error for the user if the message was not sent: it stays in the field. */
  send(text: string): Promise<void>
  /** Why the last answer failed, if it did since the page was loaded. */
  failure?: ReadonlySignal<unknown>
  /** Ends the answer that is streaming. */
  stop?(): void
  /** Asks the last question again and replaces its answer. */
  askAgain?(): void
  /** The question that is being edited: the next one is sent in its place. */
  editing?: ReadonlySignal<TranscriptMessage | undefined>
  /** Starts editing the last question, or stops it. */
  edit?(isEditing: boolean): void
  react?(messageId: string, reaction: string, isMine: boolean): Promise<void>
  /** Sends the result of a frontend action that this page cannot run. */
  sendResult?(messageId: string, toolCallId: string, result: unknown): Promise<void>
}

/** What the chat platform adds: words for a call, and where a text stands in the whole text. */
type PlatformFields = Pick<TranscriptCall, 'displayName' | 'executionText'> & { offset?: number }

/** An answer before its first event. */
export function newAnswer(id: string, author: string): TranscriptMessage {
  return { id, author, isOwn: false, kind: 'answer', text: '', calls: [], state: 'streaming' }
}

/** The answer after another event of its run. */
export function applyRunEvent(
  answer: TranscriptMessage,
  event: RunEvent & PlatformFields,
): TranscriptMessage {
  const { text, calls } = answer
  switch (event.type) {
    case 'text-delta':
      return { ...answer, text: text.slice(0, event.offset ?? text.length) + event.delta }
    case 'tool-call-start':
    case 'tool-call':
      return { ...answer, calls: withCall(calls, shownCall(event)) }
    case 'tool-result': {
      const { toolCallId, result } = event
      const call = calls.find((call) => call.toolCallId === toolCallId)
      if (!call) return answer
      const state = isToolError(result) ? 'failed' : 'done'
      return { ...answer, calls: withCall(calls, { ...call, result, state }) }
    }
    case 'run-end':
      return endAnswer(answer, 'complete')
    case 'run-error':
      return endAnswer(answer, 'failed', event.message)
    default:
      return answer
  }
}

function shownCall(
  event: RunEvent<'tool-call-start' | 'tool-call'> & PlatformFields,
): TranscriptCall {
  const { toolCallId, toolName, displayName, executionText } = event
  const call = { toolCallId, toolName, displayName, executionText }
  if (event.type === 'tool-call-start') return { ...call, state: 'running' }
  const { input, rawInput, fault } = event
  return { ...call, input: input ?? rawInput, state: fault ? 'failed' : 'running' }
}

/** Ends an answer, and the tool calls that are still running. */
export function endAnswer(
  answer: TranscriptMessage,
  state: TranscriptMessage['state'],
  issue?: string,
): TranscriptMessage {
  // A complete answer has no result for tools that run elsewhere.
  const ended = state === 'complete' ? 'done' : 'stopped'
  const calls = answer.calls.map((call) =>
    call.state === 'running' ? ({ ...call, state: ended } as const) : call,
  )
  return { ...answer, calls, state, issue }
}

function withCall(calls: readonly TranscriptCall[], call: TranscriptCall): TranscriptCall[] {
  const isSame = (other: TranscriptCall) => other.toolCallId === call.toolCallId
  if (!calls.some(isSame)) return [...calls, call]
  return calls.map((other) => (isSame(other) ? { ...other, ...call } : other))
}

/** The result of a tool that failed is an error with a code. */
function isToolError(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'error' in result && 'code' in result
}
