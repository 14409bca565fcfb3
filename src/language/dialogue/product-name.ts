import type { Model } from '../intent/model.ts'
import { searchWords } from '../intent/search-words.ts'
import { textBetween } from '../normalise/tokens.ts'
import type { Reading } from './reading.ts'

const QUOTED = /["“]([^"“”]{1,100})["”]/
/** Words with a capital letter, behind another word: "how did Three Pebbles do". */
const CAPITALIZED =
  /(?<=[\p{Ll}:,] +)(?!I\b)\p{Lu}[^\s?!,]*(?: +(?:(?:&|of|the|and|for) +)?\p{Lu}[^\s?!,]*)*/u

/** The name of the product that a message asks about, as it is written where that shows; else empty. */
export function productName({ items, tokens, slots }: Reading, message: string, model: Model) {
  const [name = []] = searchWords(items, model)
  const found = name.map((at) => tokens[at]?.typed ?? '').join(' ')
  const [written = ''] = CAPITALIZED.exec(message) ?? []
  const times = slots.times.map(({ from, to }) => textBetween(tokens, from, to)).join(' ')
  const isTime = times.includes(written.toLowerCase().replace(/['’]s$/, ''))
  const own = QUOTED.exec(message)?.[1] ?? (isTime ? '' : written.replace(/['’]s$|[.]$/, ''))
  return own.trim() || found
}
