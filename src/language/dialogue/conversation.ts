import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider'
import * as z from 'zod'
import { parseJson } from '../../core/json.ts'
import { unescaped } from '../markdown.ts'
import { topicNamed } from '../slots/topics.ts'

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
export interface AskedSoFar {
  /** The text of each user message, oldest first. */
  asked: string[]
  /** Tool results since the last user message. */
  outcomes: Outcome[]
  /** The answer to each user message before the last, oldest first. */
  answers: LanguageModelV3Message[][]
}

export function readConversation(prompt: LanguageModelV3Prompt, speaker?: string): AskedSoFar {
  const places = prompt.flatMap(({ role }, at) => (role === 'user' ? [at] : []))
  const answers = places.map((at, index) => prompt.slice(at + 1, places[index + 1]))
  const outcomes = outcomesIn(answers.pop() ?? prompt)
  const isAsked = ({ role }: LanguageModelV3Message) => role === 'user'
  const asked = prompt.filter(isAsked).map(messageText)
  const ownWords = (text: string) =>
    speaker && text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text
  return { asked: asked.map(ownWords), outcomes, answers }
}

function messageText({ content }: LanguageModelV3Message): string {
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

/** A product as an answer of ours names it. What the answer leaves out is undefined. */
export interface Listed {
  name: string
  url?: string | undefined
  tagline?: string | undefined
  votesCount?: number | undefined
  commentsCount?: number | undefined
  /** The line without its number. */
  line: string
}

/** A line about a product, as we write it: "1. [Name](url) — 5 votes, 2 comments. Tagline", "- **4.** Name — …". */
const LINE =
  /^(?:\d{1,2}\.|- \*\*\d{1,2}\.\*\*|-(?= \[| .+ [—–] )) (?:#\d{1,2} )?((?:\[([^\]\n]+)\]\((https?:[^)\s]*)\)|(.+?)(?= [—–-] |\. |$))(.*))$/gm
const LINK = /\[([^\]\n]+)\]\((https?:[^)\s]*)\)/
/** The length of a long answer of ours. */
const MAX_CHARACTERS = 8_000

/** The products of the last list, those of any list, those that were spoken of by themselves after it, and the last one. */
export function listedProducts({ answers }: AskedSoFar) {
  const texts = answers.map((answer) => answer.map(messageText).join('\n').slice(0, MAX_CHARACTERS))
  const lists = texts.map(listIn)
  const last = lists.findLast(({ length }) => length > 0) ?? []
  // Those that are compared are listed in the order in which they were named.
  const subjects = texts.map((text, at) =>
    /^- \[/m.test(text) ? lists[at]?.[0] : (leadOf(text) ?? lists[at]?.[0]),
  )
  const after = texts.slice(lists.lastIndexOf(last) + 1).flatMap(leadsOf)
  const cards = [...new Map(after.map((one) => [one.name, one])).values()]
  return { last, all: lists.flat(), cards, subject: subjects.findLast(Boolean) }
}

function listIn(text: string): Listed[] {
  return Array.from(text.matchAll(LINE), ([, line = '', linked, url, plain = '', rest = '']) => ({
    name: unescaped(linked ?? plain),
    url,
    line,
    votesCount: countIn(rest, 'vote'),
    commentsCount: countIn(rest, 'comment'),
    tagline: taglineIn(rest),
  }))
}

/** The products that an answer speaks of one by one, each in a paragraph of its own. */
function leadsOf(text: string): Listed[] {
  const own = text.split('\n\n').filter((paragraph) => !/^(?:- |\d+\.)/.test(paragraph))
  return own.flatMap((paragraph) => leadOf(paragraph) ?? [])
}

/** The first product that an answer has a link to. */
function leadOf(text: string): Listed | undefined {
  const [line, name, url] = LINK.exec(text) ?? []
  return line && name ? { name: unescaped(name), url, line } : undefined
}

const TOPIC_SAID = /^(?:Of the \d+ most common topics,? )?(.{1,60}?) has the (?:most|fewest)\b/

/** The topic that the last answer about topics has named before all others. */
export function topicSaid({ answers }: AskedSoFar): string | undefined {
  const named = answers.flatMap((answer) => {
    const [, name = ''] = TOPIC_SAID.exec(answer.map(messageText).join('\n')) ?? []
    return topicNamed(unescaped(name).toLowerCase()) ?? []
  })
  return named.at(-1)
}

function countIn(text: string, unit: string): number | undefined {
  const digits = new RegExp(`([\\d,]+) ${unit}s?\\b`).exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

function taglineIn(text: string): string | undefined {
  const [, tagline] = /^ [—–-] [^.]*\. (.+)$/.exec(text) ?? []
  return tagline && unescaped(tagline)
}
