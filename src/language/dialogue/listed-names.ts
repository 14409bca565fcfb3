import type { LanguageModelV3Message } from '@ai-sdk/provider'
import { isOf } from '../normalise/lexicon.ts'
import { MAX_MESSAGE_CHARACTERS } from '../normalise/normalize-text.ts'
import { wordsIn } from '../normalise/utterance.ts'
import { isConfetti } from '../slots/confetti.ts'
import { type Conversation, textOf } from './conversation.ts'

/** In how many of the latest answers a named product is looked for. */
export const MAX_ANSWERS = 6

/** Of a long answer of ours. */
const MAX_ANSWER_CHARACTERS = 8_000
const NAME = /\[((?:\\.|[^\]\\\n]){1,80})\]\(/g

/** The names of the products that each of the latest answers listed; none for older ones. */
export function listedNames({ answers }: Conversation): string[][] {
  const oldest = answers.length - 2 * MAX_ANSWERS
  return answers.map((answer, at) => (at < oldest ? [] : namesIn(answer)))
}

/** The linked names in an answer. */
function namesIn(answer: readonly LanguageModelV3Message[]): string[] {
  const text = answer.map(textOf).join('\n').slice(0, MAX_ANSWER_CHARACTERS)
  const names = Array.from(text.matchAll(NAME), ([, name = '']) => name.replace(/\\(.)/g, '$1'))
  return [...new Set(names.map((name) => name.trim()))]
}

/**
 * The user's messages, each with "that one" instead of the names of products listed before it: the
 * words of a name mean something else, as in "tell me about Net Fourteen".
 */
export function withoutListedNames(
  { asked }: Conversation,
  listed: readonly (readonly string[])[],
): string[] {
  return asked.map((message, at) => {
    const names = listed.slice(Math.max(0, at - MAX_ANSWERS), at).flat()
    const start = message.slice(0, MAX_MESSAGE_CHARACTERS)
    if (names.length === 0 || wordsIn(start).some(isCelebration)) return message
    const renamed = names.toSorted((a, b) => b.length - a.length).reduce(withoutName, start)
    return `${renamed}${message.slice(MAX_MESSAGE_CHARACTERS)}`
  })
}

/** The reason for confetti is said in the words of the user: "confetti for Net Fourteen". */
function isCelebration(word: string): boolean {
  return isConfetti(word) || isOf(word, 'cheer')
}

function withoutName(text: string, name: string): string {
  const at = indexOfName(text, name)
  return at < 0 ? text : `${text.slice(0, at)}that one${text.slice(at + name.length)}`
}

const WORD_BEFORE = /[\p{L}\p{N}]$/u
/** "Notion alternatives", "Habits apps". */
const WORD_AFTER = /^(?:[\p{L}\p{N}]| (?:alternatives?|apps?|products?|software|tools?)\b)/iu

/** A name of a single word counts only if it is written as it was listed: "Cursor". */
function indexOfName(text: string, name: string): number {
  const isSeveral = name.includes(' ')
  const at = isSeveral ? text.toLowerCase().indexOf(name.toLowerCase()) : text.indexOf(name)
  const isWhole =
    name !== '' &&
    !WORD_BEFORE.test(text.slice(0, Math.max(0, at))) &&
    !WORD_AFTER.test(text.slice(at + name.length))
  return isWhole ? at : -1
}
