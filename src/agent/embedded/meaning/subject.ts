import { FUNCTION_WORDS, isMark, PRAISE_WORDS, PRODUCT_WORDS } from '../wording/word-classes.ts'
import { wordSet } from '../wording/words.ts'
import { isAmbiguous, isContent, isProductWord, isSubject, isTelling } from './nouns.ts'

const OPENERS = wordSet(`
  for about in on with to that which related around involving using regarding within from covering
  aimed targeted targeting made built like
`)
const PEOPLE = wordSet('i you we they he she it people everyone everybody my our your their folks')
const POINTERS = wordSet('my our your the this their a an')
const JOINERS = wordSet('a an the and or of with for in on to & new any some all')

/** What the products of a ranking are to be about, in its own words: none asks for any. */
export function subjectOf(before: readonly string[], after: readonly string[]): string[] {
  const { run, rest } = runBeforeNoun(after)
  return [...phraseBefore(before), ...run, ...phrasesAfter(rest)]
}

/** "ai" of "which ai tools are …", or of "ai …". */
function phraseBefore(words: readonly string[]): string[] {
  let run: string[] = []
  for (const [at, word] of words.entries()) {
    const isNoun = PRODUCT_WORDS.has(word)
    if (isNoun && isProductWord(words, at) && run.length > 0) return run
    if (isNoun ? !isProductWord(words, at) : isTelling(word)) run.push(word)
    else if (!PRAISE_WORDS.has(word)) run = []
  }
  return run.every(isSubject) ? run : []
}

/** "note taking" of "(best) note taking apps for …", and what comes after it. */
function runBeforeNoun(words: readonly string[]) {
  const run: string[] = []
  for (const [at, word] of words.entries()) {
    if (isProductWord(words, at)) return { run: about(run, ''), rest: words.slice(at + 1) }
    if (isContent(word)) run.push(word)
    else if (endsRun(word, run)) return { run: telling(run), rest: words.slice(at) }
  }
  return { run: telling(run), rest: [] }
}

function endsRun(word: string, run: readonly string[]): boolean {
  if (OPENERS.has(word) || PEOPLE.has(word)) return true
  return run.length > 0 && (isMark(word) || FUNCTION_WORDS.has(word))
}

/** "remote teams" of "(tools) for remote teams", and "fintech" of "(today) fintech". */
function phrasesAfter(words: readonly string[]): string[] {
  const found: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (isMark(words[at - 1] ?? '') && isSubject(word)) found.push(word)
    if (!OPENERS.has(word) || isPurpose(words, at)) continue
    const phrase = phraseFrom(words.slice(at + 1), word)
    found.push(...phrase.words)
    at += phrase.length
  }
  return found
}

/** "(The leaderboard of today) for a slide deck" is what the ranking is for. */
function isPurpose(words: readonly string[], at: number): boolean {
  const before = words[at - 1]
  const isApart = before === undefined || isMark(before)
  return words[at] === 'for' && isApart && POINTERS.has(words[at + 1] ?? '')
}

function phraseFrom(words: readonly string[], opener: string) {
  const [next = ''] = words
  if (PEOPLE.has(next) && (opener === 'that' || opener === 'which')) return { words: [], length: 0 }
  const phrase: string[] = []
  for (const [at, word] of words.entries()) {
    if (endsPhrase(words, at, phrase)) return { words: about(phrase, next), length: at }
    const isGeneral = isProductWord(words, at) && !(at === 0 && isAmbiguous(word))
    if (isContent(word) && !isGeneral) phrase.push(word)
  }
  return { words: about(phrase, next), length: words.length }
}

function endsPhrase(words: readonly string[], at: number, phrase: readonly string[]): boolean {
  const word = words[at] ?? ''
  if (isMark(word)) return true
  if (phrase.length === 0) return false
  if (isProductWord(words, at) || PEOPLE.has(word)) return true
  return FUNCTION_WORDS.has(word) && !JOINERS.has(word)
}

/** "For my newsletter" says what the ranking is for; "for newsletters" what the products are. */
function about(phrase: readonly string[], first: string): string[] {
  if (POINTERS.has(first)) return telling(phrase)
  return phrase.some((word) => isTelling(word) || isSubject(word)) ? [...phrase] : []
}

/** The words, if one of them says something. */
function telling(words: readonly string[]): string[] {
  return words.some(isTelling) ? [...words] : []
}
