import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider'
import * as z from 'zod'
import { parseJson } from '../../core/json.ts'

/** Only the latest tool results are read; no answer describes more than this. */
const MAX_OUTCOMES = 16
/** JSON values accepted in a result sent as text. A result of our own tools has about 200. */
const MAX_VALUES = 2_000

/** The result of a tool, or the reason for its failure. */
export interface Outcome {
  toolName: string
  result?: unknown
  failure?: string
}

/** The parts of a prompt that this model uses. */
export interface Conversation {
  /** The text of each user message, oldest first. */
  asked: string[]
  /** Tool results since the last user message. */
  outcomes: Outcome[]
  /** The answer to each user message before the last, oldest first. */
  answers: LanguageModelV3Message[][]
}

export function readConversation(prompt: LanguageModelV3Prompt, speaker?: string): Conversation {
  const places = prompt.flatMap(({ role }, at) => (role === 'user' ? [at] : []))
  const answers = places.map((at, index) => prompt.slice(at + 1, places[index + 1]))
  const outcomes = outcomesIn(answers.pop() ?? prompt)
  const isAsked = ({ role }: LanguageModelV3Message) => role === 'user'
  const asked = prompt.filter(isAsked).map(messageText)
  const ownWords = (text: string) =>
    speaker && text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text
  return { asked: asked.map(ownWords), outcomes, answers }
}

export function messageText({ content }: LanguageModelV3Message): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** The results of tools in some messages. */
export function outcomesIn(messages: readonly LanguageModelV3Message[]): Outcome[] {
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : [...content]))
    .filter((part) => part.type === 'tool-result')
    .slice(-MAX_OUTCOMES)
    .map(outcomeOf)
}

const Failure = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

/** A result of this run is JSON. One that the client has sent is text, which may be JSON. */
function outcomeOf({ toolName, output }: LanguageModelV3ToolResultPart): Outcome {
  const value = 'value' in output ? output.value : output.reason
  if (output.type === 'error-text') return { toolName, failure: output.value }
  const result = typeof value === 'string' ? parsedJson(value) : value
  const { data } = Failure.safeParse(result)
  if (!data) return { toolName, result }
  return { toolName, failure: typeof data.error === 'string' ? data.error : data.error.message }
}

function parsedJson(text: string): unknown {
  const { value, issue } = parseJson(text, { maxValues: MAX_VALUES })
  return issue ? text : value
}
