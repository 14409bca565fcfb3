// Words in questions and taglines that carry no meaning for a search.
const STOP_WORDS = new Set(
  `a about an and any are as at be but by can do for from has have how i in into is it its me my of
  on or our so some that the their them they this to us was we what which who will with without
  you your`.split(/\s+/),
)

/** A word of a text, folded: lower case, no accents. */
export interface Word {
  text: string
  /** With the sign that distinguishes a name: "c++", "notes+". */
  signed?: string
  /** The words that it is written of: "web" and "3" of "web3", "cal" of "cal.com". */
  parts: readonly string[]
}

/** Scripts without spaces between words. */
const WITHOUT_SPACES =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]/u

/** Scripts that write a compound, in Korean also a particle, together with the word. */
const WITH_COMPOUNDS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u

/** Letters, with dots in them and a sign behind: "cal.com", "c++". */
const WORD = /[\p{L}\p{M}\p{N}]+(?:\.(?=\p{L})[\p{L}\p{M}\p{N}]+)*(?:\+\+?|#)?/gu

/** The end of an address, which says nothing by itself. */
const DOMAIN = /\.(?:ai|app|co|com|dev|io|net|org|so)$/

const DIGITS = /(?<=\p{L}\p{M}*)(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/** The words of a text, without stop words. A text of only stop words keeps them, as it may be a name. */
export function readWords(text: string): Word[] {
  const words = chunksOf(text).flatMap((chunk) => segmented(chunk).map(wordOf))
  const meaningful = words.filter(({ text, signed }) => signed || !isStopWord(text))
  return meaningful.length > 0 ? meaningful : words
}

function chunksOf(text: string): string[] {
  return (
    fold(text)
      .replace(/(\p{L}+)-(?=(\p{L}+))/gu, closed)
      .match(WORD) ?? []
  )
}

function wordOf(written: string): Word {
  const plain = written.replace(/[+#]+$/, '')
  const text = plain.replaceAll('.', '')
  const parts = plain
    .replace(DOMAIN, '')
    .split(/\./)
    .flatMap((part) => part.split(DIGITS))
  return {
    text,
    parts: parts[0] === text ? [] : parts,
    ...(plain !== written && { signed: written }),
  }
}

/** The words of a text in the form in which they are compared, without endings such as a plural's. */
export function searchStems(text: string): string[] {
  return readWords(text).map(({ text }) => stem(text))
}

/** Everything by which the words of a text are found: words, their parts, and what is joined of them. */
export function indexedWords(text: string): string[] {
  const words = readWords(text)
  const written = words.flatMap(({ text, signed, parts }) => [
    stem(text),
    ...(signed ? [signed] : []),
    ...parts.map(stem),
  ])
  const joined = text.includes('-') ? (fold(text).match(/\p{L}+(?:-\p{L}+)+/gu) ?? []) : []
  return [
    ...written,
    // "Time-Tracker" is found by "timetracker".
    ...joined.map((word) => stem(word.replaceAll('-', ''))),
    ...(isAscii(text) ? [] : chunksOf(text).flatMap(beginningsInside)),
  ]
}

/** More than a word has. */
const MAX_WORD = 8

/** Where a dictionary divides a compound is no matter: a word in it is the beginning of one of these. */
function beginningsInside(chunk: string): string[] {
  const letters = WITH_COMPOUNDS.test(chunk) ? Math.max(0, chunk.length - 1) : 0
  return Array.from({ length: letters }, (_, start) => chunk.slice(start, start + MAX_WORD))
}

export function isStopWord(word: string) {
  return STOP_WORDS.has(word)
}

/** Whether a letter of the word is about a syllable, so that two of them are a useful beginning. */
export function isSyllabic(word: string): boolean {
  return WITHOUT_SPACES.test(word) || WITH_COMPOUNDS.test(word)
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

/** Letters that Unicode does not take apart, in the way in which people type them without the key. */
const TYPED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  ŧ: 't',
}
const WHOLE_LETTERS = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'g')

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text)
}

/** Lower case, without accents. */
export function fold(text: string): string {
  if (isAscii(text)) return text.replaceAll("'", '').toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replace(WHOLE_LETTERS, (letter) => TYPED[letter] ?? letter)
}

/** "To-do" is "todo" and "e-mail" is "email": of two words, what is left of one says nothing. */
function closed(opened: string, first: string, second: string) {
  const isClosed = isStopWord(first) || isStopWord(second) || first.length === 1
  return isClosed ? first : opened
}

/** The same for notes and note, companies and company, focused and focus, planning and plan. */
export function stem(word: string) {
  return word
    .replace(/(?<=....)(?:ings?|ed)$/, '')
    .replace(/(?<=..)ies$/, 'i')
    .replace(/(?<=...s|.x|.[cs]h)es$|(?<=..[^s])s$/, '')
    .replace(/(?<=....)e$/, '')
    .replace(/(?<=..)([bdgmnprt])\1$/, '$1')
    .replace(/(?<=.[^aeiou])y$/, 'i')
}
