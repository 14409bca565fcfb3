import type { Asides } from './example.ts'
import { pick, type Random } from './random.ts'

/** The text with a random typo in one word: letters swapped, dropped, doubled or replaced. */
export function withTypo(text: string, random: Random): string {
  const words = [...text.matchAll(/[a-z]{4,}/gi)]
  const word = pick(words, random)
  if (!word) return text
  const at = word.index + Math.floor(random() * (word[0].length - 1))
  const [before, letter = '', next = '', rest] = [
    text.slice(0, at),
    text[at],
    text[at + 1],
    text.slice(at + 2),
  ]
  switch (Math.floor(random() * 4)) {
    case 0:
      return `${before}${next}${letter}${rest}`
    case 1:
      return `${before}${next}${rest}`
    case 2:
      return `${before}${letter}${letter}${next}${rest}`
    default:
      return `${before}${String.fromCharCode(97 + Math.floor(random() * 26))}${next}${rest}`
  }
}

/** The text, sometimes with another punctuation mark at its end, which says little about it. */
export function withMark(text: string, random: Random): string {
  if (random() < 0.7) return text
  return text.replace(/[.!?]*$/, pick(['', '.', '!', '!!!'], random) ?? '')
}

export function withAsideBefore(text: string, { before }: Asides, random: Random): string {
  const mark = pick([', ', '. ', ' - ', '! ', ': ', ' and ', ' '], random)
  return `${pick(before, random)}${mark}${text}`
}

export function withAsideAfter(text: string, { after }: Asides, random: Random): string {
  const mark = pick([', ', '. ', ' - ', ' ', '! ', ' ('], random)
  const plain = mark === '. ' || mark === '! ' ? text : text.replace(/[?!.]+$/, '')
  return `${plain}${mark}${pick(after, random)}${mark === ' (' ? ')' : ''}`
}
