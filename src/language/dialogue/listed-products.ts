import { unescaped } from '../markdown.ts'
import { type Conversation, messageText } from './conversation.ts'

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
  /^(?:\d{1,2}\.|- \*\*\d{1,2}\.\*\*|-(?= \[| .+ [—–] )) ((?:\[([^\]\n]+)\]\((https?:[^)\s]*)\)|(.+?)(?= [—–-] |\. |$))(.*))$/gm
const LINK = /\[([^\]\n]+)\]\((https?:[^)\s]*)\)/
/** The length of a long answer of ours. */
const MAX_CHARACTERS = 8_000

/** The products of the last list, those of any list, and the one that was named last. */
export function listedProducts({ answers }: Conversation) {
  const texts = answers.map((answer) => answer.map(messageText).join('\n').slice(0, MAX_CHARACTERS))
  const lists = texts.map(listIn)
  const last = lists.findLast(({ length }) => length > 0) ?? []
  const subject = texts.map((text, at) => leadOf(text) ?? lists[at]?.[0]).findLast(Boolean)
  return { last, all: lists.flat(), subject }
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

/** The first product that an answer has a link to. */
function leadOf(text: string): Listed | undefined {
  const [line, name, url] = LINK.exec(text) ?? []
  return line && name ? { name: unescaped(name), url, line } : undefined
}

function countIn(text: string, unit: string): number | undefined {
  const digits = new RegExp(`([\\d,]+) ${unit}s?\\b`).exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

function taglineIn(text: string): string | undefined {
  const [, tagline] = /^ [—–-] [^.]*\. (.+)$/.exec(text) ?? []
  return tagline && unescaped(tagline)
}
