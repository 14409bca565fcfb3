import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider'
import * as z from 'zod'
import { parseJson } from '../../core/json.ts'

/** More than any answer tells of: what was said before it is not read. */
const MAX_OUTCOMES = 16
/** Of a result that came as text. One of ours has some two hundred. */
const MAX_VALUES = 2_000

/** What a tool said: a result, or why there is none. */
export interface Outcome {
  toolName: string
  result?: unknown
  failure?: string
}

/** A prompt as this model reads it. */
export interface Conversation {
  /** What the person typed, message by message. */
  asked: string[]
  /** What tools have said since the last of those. */
  outcomes: Outcome[]
  /** What tools, and the assistant in words, had said before it. */
  earlier: { outcomes: Outcome[]; text: string }
}

export function readConversation(prompt: LanguageModelV3Prompt): Conversation {
  const last = prompt.findLastIndex(({ role }) => role === 'user')
  const [before, since] = [prompt.slice(0, Math.max(0, last)), prompt.slice(last + 1)]
  const previous = before.findLastIndex(({ role }) => role === 'user')
  const answered = before.slice(previous + 1)
  return {
    asked: prompt.flatMap((message) => (message.role === 'user' ? [textOf(message)] : [])),
    outcomes: outcomesIn(since),
    earlier: { outcomes: outcomesIn(answered), text: answered.map(textOf).join('\n') },
  }
}

function textOf({ content }: LanguageModelV3Message): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function outcomesIn(messages: readonly LanguageModelV3Message[]): Outcome[] {
  return messages
    .flatMap(partsOf)
    .filter((part) => part.type === 'tool-result')
    .slice(-MAX_OUTCOMES)
    .map(outcomeOf)
}

function partsOf({ content }: LanguageModelV3Message) {
  return typeof content === 'string' ? [] : [...content]
}

const Failure = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

function outcomeOf({ toolName, output }: LanguageModelV3ToolResultPart): Outcome {
  switch (output.type) {
    case 'text':
      return { toolName, ...resultOf(parsedJson(output.value)) }
    case 'json':
      return { toolName, ...resultOf(output.value) }
    case 'error-text':
      return { toolName, failure: output.value }
    case 'error-json':
      return { toolName, failure: failureIn(output.value) ?? '' }
    case 'execution-denied':
      return { toolName, failure: output.reason ?? 'it was not allowed.' }
    case 'content':
      return { toolName, ...resultOf(parsedJson(contentText(output.value))) }
  }
}

function resultOf(value: unknown): Pick<Outcome, 'result' | 'failure'> {
  const failure = failureIn(value)
  return failure === undefined ? { result: value } : { failure }
}

function failureIn(value: unknown): string | undefined {
  const { data } = Failure.safeParse(value)
  return typeof data?.error === 'object' ? data.error.message : data?.error
}

function contentText(parts: readonly { type: string; text?: string }[]): string {
  return parts.map(({ text = '' }) => text).join('')
}

/** Other protocols carry results as text; what is no JSON stays text. */
function parsedJson(text: string): unknown {
  const { value, issue } = parseJson(text, { maxValues: MAX_VALUES })
  return issue ? text : value
}
