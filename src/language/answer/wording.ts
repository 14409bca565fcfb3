import type { Bounds } from '../slots/sets.ts'
import { withUnit } from './product-list.ts'

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
]

/** In words up to ten. */
export function inWords(count: number): string {
  return NUMBERS[count] ?? String(count)
}

/** "A, B and C". */
export function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "At least 5 votes". */
export function inBounds({ field, min, max }: Bounds): string {
  const bounds = [
    min === undefined ? '' : `at least ${withUnit(min, field.slice(0, -1))}`,
    max === undefined ? '' : `at most ${withUnit(max, field.slice(0, -1))}`,
  ]
  return bounds.filter(Boolean).join(' and ')
}

/** The most and the least of a measure. */
export const SUPERLATIVES = {
  votes: ['the most votes', 'the fewest votes'],
  comments: ['the most comments', 'the fewest comments'],
  launch: ['the newest', 'the oldest'],
} as const

export function number(count: number): string {
  return count.toLocaleString('en-US')
}
