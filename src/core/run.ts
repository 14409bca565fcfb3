// The words of a run, once: what the agent is given and yields, what the chat platform relays and stores, and
// what clients and the page read. A wire spells them in its own way.

/** The tokens of a run, as the model counts them. */
export interface Usage {
  inputTokens: number
  outputTokens: number
  totalTokens: number
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }

export interface ToolCall {
  toolCallId: string
  toolName: string
  input: unknown
}

type Role = 'user' | 'assistant' | 'system' | 'developer' | 'tool' | 'activity' | 'reasoning'

/** One message of a conversation. Messages of the roles `activity` and `reasoning` are for people. */
export interface Message {
  /** Only of a stored message. */
  id?: string | undefined
  role: Role
  content: string
  toolCalls: { toolCallId: string; toolName: string; input: Record<string, unknown> }[]
  /** The call that a `tool` message is the result of. */
  toolCallId?: string | undefined
}

/** A tool that the client runs. The model may call it; its result comes with the next run. */
export interface FrontendTool {
  name: string
  description: string
  /** JSON Schema of an object. */
  parameters: { type: 'object'; [keyword: string]: unknown }
}

/** A part of a request that could not be read, and what it must be. */
export interface UnreadTool {
  path: (string | number)[]
  message: string
}

interface RequestTools {
  read: readonly FrontendTool[]
  unread?: readonly UnreadTool[]
}

/** The user who asks, as the caller says. */
export interface Asker {
  uid?: string | undefined
  name?: string | undefined
  /** Whether others may speak in the conversation, too. */
  isInGroup?: boolean
  /** The defaults of the question. */
  timezone?: string | undefined
  locale?: string | undefined
}

export interface RunInput {
  threadId: string
  runId: string
  /** The id of the HTTP request, for the log. */
  requestId?: string
  messages: readonly Message[]
  asker?: Asker
  /** Tools that the client runs. One with the name of a built-in tool is ignored. */
  frontendTools?: RequestTools
  /** Names of frontend tools. The model must call one of them, if it honours `toolChoice`. */
  requiredTools?: readonly string[]
  /** Whether a run that fails without text says a sentence before its error, for chats that only show text. */
  failureText?: boolean
  /** Whether the end of the run has questions that may follow. */
  suggestions?: boolean
  /** What a reader can show: `simple` is paragraphs and lists. */
  markdown?: 'simple' | 'full'
}

/** Why a call cannot be run. */
type CallFault = 'no-arguments' | 'invalid-arguments' | 'never-ended'

/** What is known of a call whose input an agent of others has sent. */
interface InputReading {
  /** Null for a call that can be run. If there is a fault, `input` is null. */
  fault?: CallFault | null
  /** The input as the agent sent it, valid JSON or not. */
  rawInput?: string | undefined
  /** The agent never closed the call, but its input is complete. */
  isUnclosed?: true | undefined
}

/** Calls that the client runs, not the agent. */
interface CallOwner {
  isFrontend?: true | undefined
}

interface EventFields {
  'run-start': { threadId: string; runId: string; messageId?: string | undefined }
  /** Never empty. */
  'text-delta': { delta: string }
  'tool-call-start': { toolCallId: string; toolName: string } & CallOwner
  /** A piece of the JSON of the input, which `tool-call` has whole. */
  'tool-call-delta': { toolCallId: string; delta: string }
  /** The call, whose input is complete. */
  'tool-call': ToolCall & InputReading & CallOwner
  /** What the tool returned, or `{error, code}` if it failed. The name is unknown for a call of an earlier run. */
  'tool-result': { toolCallId: string; toolName?: string | undefined; result: unknown }
  /**
   * The results of the pending calls come with the next run of the client. `suggestions` are questions
   * that may follow, if the client asked for them.
   */
  'run-end': {
    finishReason: string
    usage?: Usage | undefined
    pendingToolCalls: readonly ToolCall[]
    suggestions?: readonly string[] | undefined
  }
  'run-error': { code: string; message: string; retryAfterMs?: number | undefined }
}

/**
 * An event of a run. `run-start` is first; text and tool calls follow; exactly one `run-end` or
 * `run-error` is last. A call is whole before the next one begins: its start, pieces of its input, the call; a
 * result comes after its call. `run-order.ts` checks it.
 */
export type RunEvent<Type extends keyof EventFields = keyof EventFields> = {
  [Key in Type]: { type: Key } & EventFields[Key]
}[Type]

/** A turn of a conversation: what was said before, and the answer. */
export interface StoredTurn {
  before: readonly Message[]
  answer: Message
}

/** The turns that a request refers to. Of `answers`, which may be many, only the answer is read. */
export interface TurnIds {
  whole: readonly string[]
  answers: readonly string[]
}

/** The tool that chat clients run themselves, from the arguments of its call. */
export const TRIGGER_CONFETTI = 'triggerConfetti'

/** The line in place of a picture or a file. Like any tag, it says nothing to the embedded model. */
export const UNSEEN = '<a picture or a file, which the agent cannot see>'

/** Whether the user has sent something, such as a picture, without words. */
export function isWordless(messages: readonly Message[]): boolean {
  const [before, last] = [messages.at(-2), messages.at(-1)]
  if (last?.role !== 'user' || last.content.replaceAll(UNSEEN, '').trim() !== '') return false
  const isBlankAfterQuestion =
    last.content.trim() === '' && before?.role === 'user' && before.content.trim() !== ''
  return !isBlankAfterQuestion
}
