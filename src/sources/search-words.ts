// Words in questions and taglines that carry no meaning for a search.
const STOP_WORDS = new Set(
  `a about an and any are as at be but by can do for from has have how i in into is it its me my of
  on or our so some that the their them they this to us was we what which who will with without
  you your`.split(/\s+/),
)

/**
 * The words of a text in the form in which they are compared: lower case, no accents, no endings, no
 * stop words. A text of only stop words keeps them, as it may be a name.
 */
export function searchWords(text: string): string[] {
  const words = fold(text)
    .replace(/(\p{L}+)-(?=(\p{L}+))/gu, closed)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap(segmented)
    .filter(Boolean)
  const meaningful = words.filter((word) => !isStopWord(word))
  return meaningful.length > 0 ? meaningful.map(stem) : words
}

export function isStopWord(word: string) {
  return STOP_WORDS.has(word)
}

/** Scripts without spaces between words. */
const WITHOUT_SPACES =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]/u

/** Scripts that write a compound, in Korean also a particle, together with the word. */
const WITH_COMPOUNDS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u

/** More than a compound has. */
const MAX_ENDINGS = 16

/** Whether a letter of the word is about a syllable, so that two of them are a useful beginning. */
export function isSyllabic(word: string): boolean {
  return WITHOUT_SPACES.test(word) || WITH_COMPOUNDS.test(word)
}

/** The word and, of a compound, all of its endings of two letters or more: its parts are among them. */
export function withEndings(word: string): string[] {
  const endings = WITH_COMPOUNDS.test(word) ? Math.min(word.length - 1, MAX_ENDINGS) : 1
  return Array.from({ length: Math.max(1, endings) }, (_, start) => word.slice(start))
}

/** People search for Artificial Intelligence as AI, and for Human Resources as HR. */
export function withInitials(topic: string): string {
  const words = topic.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 1 ? `${topic} ${words.map((word) => word.charAt(0)).join('')}` : topic
}

const dictionary = new Intl.Segmenter('en', { granularity: 'word' })

function segmented(text: string): string[] {
  if (!WITHOUT_SPACES.test(text)) return [text]
  return Array.from(dictionary.segment(text), ({ segment }) => segment)
}

function fold(text: string) {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
}

/** "To-do" is "todo" and "e-mail" is "email": of two words, what is left of one says nothing. */
function closed(opened: string, first: string, second: string) {
  const isClosed = isStopWord(first) || isStopWord(second) || first.length === 1
  return isClosed ? first : opened
}

/** The same for notes and note, companies and company, focused and focus, planning and plan. */
function stem(word: string) {
  return word
    .replace(/(?<=....)(?:ings?|ed)$/, '')
    .replace(/(?<=..)ies$/, 'i')
    .replace(/(?<=...s|.x|.[cs]h)es$|(?<=..[^s])s$/, '')
    .replace(/(?<=....)e$/, '')
    .replace(/(?<=..)([bdgmnprt])\1$/, '$1')
    .replace(/(?<=.[^aeiou])y$/, 'i')
}
