import { words } from './words.ts'

const SMALL = words(`
  zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
  sixteen seventeen eighteen nineteen
`)
const TENS = words('twenty thirty forty fifty sixty seventy eighty ninety')
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
])
const AMOUNTS = new Map([
  ['half a dozen', 6],
  ['half dozen', 6],
  ['half-dozen', 6],
  ['two dozen', 24],
  ['a dozen', 12],
  ['dozen', 12],
  ['a couple', 2],
  ['couple', 2],
  ['a few', 3],
  ['few', 3],
  ['a handful', 5],
  ['handful', 5],
  ['several', 5],
])

const scale = [...SCALES.keys()].join('|')
const tens = `(?:${TENS.join('|')})(?:[ -](?:${SMALL.slice(1, 10).join('|')}))?`
const small = [...SMALL].reverse().join('|')

/** A number as people write it: digits, words, "a dozen". To be put into patterns. */
export const NUMBER = [
  '(?:(?:(?<=^|\\s)-)?(?:\\d{1,3}(?:,\\d{3})+(?![\\d,])|\\d+(?:\\.\\d+)?(?!\\d))',
  `(?:(?:a|${tens}|${small}) )?(?:${scale})\\b`,
  `(?:${tens}|${small})\\b`,
  `(?:${[...AMOUNTS.keys()].join('|')})\\b)`,
].join('|')

/** What a text that matches `NUMBER` is worth. */
export function numberOf(text: string): number {
  const plain = text.trim().toLowerCase()
  return AMOUNTS.get(plain) ?? (/\d/.test(plain) ? digits(plain) : inWords(plain))
}

function digits(text: string): number {
  return Number(text.replaceAll(',', ''))
}

function inWords(text: string): number {
  return text.split(/[ -]/).reduce((sum, word) => {
    const factor = SCALES.get(word)
    return factor ? Math.max(1, sum) * factor : sum + worth(word)
  }, 0)
}

function worth(word: string): number {
  const tensAt = TENS.indexOf(word)
  return tensAt < 0 ? Math.max(0, SMALL.indexOf(word)) : (tensAt + 2) * 10
}
