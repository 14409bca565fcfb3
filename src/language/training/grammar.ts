import * as z from 'zod'
import type { Example } from './example.ts'
import { createRandom } from './logistic-regression.ts'

const Strings = z.array(z.string().min(1)).min(1)

/** Patterns by intent, and what stands in for `{name}` in them. */
export const Grammar = z.object({
  patterns: z.record(z.string(), Strings),
  words: z.record(z.string(), Strings),
})

export type Grammar = z.infer<typeof Grammar>

/** What a search is about. */
const SOUGHT = new Set(['need', 'purpose', 'audience', 'name'])

/** Words of a need that are not worth looking for. */
const SMALL = new Set('a an the to for of with from into in on my me'.split(' '))

/** How often each pattern is filled in. */
const TIMES: Readonly<Record<string, number>> = {
  search: 3,
  ranking: 3,
  'out-of-scope': 7,
  confetti: 2,
  aside: 4,
  item: 6,
  more: 5,
  again: 5,
  change: 6,
}

/** One of several wordings, "(show|give) me"; behind a question mark it may be left out. */
const CHOICE = /\(([^()]*\|[^()]*|[^()]*(?=\)\?))\)(\?)?/g
const NAMED = /\{(\w+)\}/g
/** What is sought in a pattern of its own: "an app for [dog walks]". */
const BRACKETED = /\[(.*?)\]/g
/** Words may stand for other words. */
const MAX_DEPTH = 3

/** Examples that a grammar makes, the same ones every time. */
export function examplesOf({ patterns, words }: Grammar): Example[] {
  const random = createRandom(11)
  return Object.entries(patterns).flatMap(([intent, forms]) =>
    forms.flatMap((form) =>
      Array.from({ length: timesOf(form, intent) }, () => filled(form, intent, words, random)),
    ),
  )
}

/** Two searches in one are rare, and hard to tell from one. */
function timesOf(form: string, intent: string): number {
  if (!/[{(]/.test(form)) return 1
  return (TIMES[intent] ?? 3) * (form.includes('[+]') ? 3 : 1)
}

function filled(
  form: string,
  intent: string,
  words: Grammar['words'],
  random: () => number,
): Example {
  const any = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)] ?? ''
  let text = form.replace(CHOICE, (_, choices: string, mayLack?: string) =>
    mayLack && random() < 0.4 ? '' : any(choices.split('|')),
  )
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    text = text.replace(NAMED, (slot, name: string) => {
      const word = any(words[name] ?? [slot])
      return SOUGHT.has(name) ? `[${word}]` : word
    })
  }
  const queries = text.split('[+]').map(soughtIn)
  const ask = [
    text
      .replace(/\[\+\]/g, '')
      .replace(/[[\]]/g, '')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[?,.!;])/g, '')
      .trim(),
  ]
  if (!SEARCHES.has(intent)) return { ask, answer: intent, intent }
  const calls = queries
    .filter((query) => query !== '')
    .map((query): [string, { query: string }] => ['searchProducts', { query }])
  return { ask, calls, intent }
}

const SEARCHES = new Set(['search', 'change'])

function soughtIn(text: string): string {
  const words = Array.from(text.matchAll(BRACKETED), ([, sought = '']) =>
    sought.replace('[', '').toLowerCase().split(/[ -]/),
  )
  return [...new Set(words.flat().filter((word) => !SMALL.has(word)))].join(' ')
}
