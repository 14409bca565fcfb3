import { unescaped } from '../markdown.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import { type Conversation, messageText } from './conversation.ts'

/** A line about a product, as we write it: "1. [Name](url) — …", "- **4.** Name — …". */
const LINE =
  /^(?:\d{1,2}\.|- \*\*\d{1,2}\.\*\*) ((?:\[([^\]\n]+)\]\(https?:[^)\s]*\)|(.+?)(?= — |\. |$)).*)$/gm
/** The length of a long answer of ours. */
const MAX_CHARACTERS = 8_000

const PLACES = ORDINALS.slice(1, 11).join('|')
const PLACE = new RegExp(
  `\\b(?:(${PLACES})|(\\d{1,2})(?:st|nd|rd|th)|(?:number|no\\.?|place) ?(\\d{1,2}))\\b|#(\\d{1,2})\\b`,
  'i',
)

/** The product of a list that the last message means, and the length of the last list. */
export function productMeant({ asked, answers }: Conversation) {
  const lists = answers.map((answer) => {
    const text = answer.map(messageText).join('\n').slice(0, MAX_CHARACTERS)
    return Array.from(text.matchAll(LINE), ([, line = '', linked, plain = '']) => {
      return { name: unescaped(linked ?? plain), line }
    })
  })
  const list = lists.findLast(({ length }) => length > 0) ?? []
  const text = asked.at(-1) ?? ''
  const named = lists.flat().find(({ name }) => text.includes(name))
  return { product: named ?? list.at(placeIn(text)), listed: list.length }
}

/** "The second one" is 1, "the last" -1; any other text means the first. */
function placeIn(text: string): number {
  const [, word = '', ...numbers] = PLACE.exec(text) ?? []
  const number = Number(numbers.find(Boolean) ?? ORDINALS.indexOf(word.toLowerCase()))
  if (number > 0) return number - 1
  return /\bthe last(?: one)?\b/i.test(text) ? -1 : 0
}
