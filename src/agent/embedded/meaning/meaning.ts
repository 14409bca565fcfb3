import { withoutCourtesy } from '../wording/courtesy.ts'
import { spelled } from '../wording/spelling.ts'
import { MAX_CHARACTERS, tidy } from '../wording/tidy.ts'
import { createClause, wordsOf } from './clause.ts'
import { clausesOf } from './clauses.ts'
import { type Asked, followUp, remember } from './follow-up.ts'
import { inEnglish, isForeign } from './foreign.ts'
import { itemOf } from './item.ts'
import { type MarkedMessage, type Moment, markMessage } from './marked-message.ts'
import { merge } from './merge.ts'
import { isPlain } from './nouns.ts'
import { read } from './reading.ts'
import { searchFor } from './search.ts'
import { talk, type Wish } from './wish.ts'

/** How many messages back a request can still be referred to. */
const MAX_MESSAGES = 12
/** Of all messages together: those before them are not read. */
const MAX_CHARACTERS_IN_ALL = 1500

/** What the last of a person's messages wishes for, in the light of those before it. */
export function meaning(messages: readonly string[], moment: Moment): Wish[] {
  let asked: Asked = {}
  let wishes: Wish[] = []
  for (const message of recent(messages)) {
    wishes = followUp(readMessage(message, moment, asked), asked)
    asked = remember(wishes, asked)
  }
  return wishes
}

/** The last message, and those before it as far as there is time to read them. */
function recent(messages: readonly string[]): string[] {
  const latestFirst = messages.slice(-MAX_MESSAGES).reverse()
  let room = MAX_CHARACTERS_IN_ALL
  const beyond = latestFirst.findIndex((message) => {
    room -= Math.min(message.length, MAX_CHARACTERS)
    return room < 0
  })
  return (beyond < 0 ? latestFirst : latestFirst.slice(0, beyond)).reverse()
}

function readMessage(typed: string, moment: Moment, asked: Asked): Wish[] {
  const text = tidy(typed)
  if (isForeign(text)) return readForeign(text, moment)

  const message = withoutCourtesy(spelled(text))
  const item = asked.last && itemOf(message.toLowerCase())
  if (item) return [item]

  const marked = markMessage(message, moment)
  const wishes = merge(clausesOf(marked).flatMap((clause) => read(clause, marked)))
  return wishes.length > 0 ? wishes : [fallback(marked, asked)]
}

/** Another language is only answered where every word of it is understood. */
function readForeign(text: string, moment: Moment): Wish[] {
  const marked = markMessage(inEnglish(text), moment)
  const wishes = merge(clausesOf(marked).flatMap((clause) => read(clause, marked)))
  const isClear = wishes.length > 0 && isPlain(wordsOf(marked.text))
  return isClear ? wishes : [talk('foreign')]
}

function fallback(message: MarkedMessage, { isOpen }: Asked): Wish {
  const clause = createClause(message.text, '', message)
  const search = isOpen && searchFor(clause, message)
  if (search) return search
  const words = wordsOf(message.text)
  return talk(words.length > 2 ? 'out-of-scope' : 'unclear')
}
