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
  search: 5,
  ranking: 4,
  'out-of-scope': 4,
  confetti: 4,
  aside: 4,
}

/** What is sought in a pattern of its own: "an app for [dog walks]". */
const BRACKETED = /\[(.*?)\]/g

/** Examples that a grammar makes, the same ones every time. */
export function examplesOf({ patterns, words }: Grammar): Example[] {
  const random = createRandom(11)
  return Object.entries(patterns).flatMap(([intent, forms]) =>
    forms.flatMap((form) =>
      Array.from({ length: form.includes('{') ? (TIMES[intent] ?? 3) : 1 }, () =>
        filled(form, intent, words, random),
      ),
    ),
  )
}

function filled(
  form: string,
  intent: string,
  words: Grammar['words'],
  random: () => number,
): Example {
  const sought: string[] = []
  const seek = (words: string) =>
    sought.push(
      ...words
        .toLowerCase()
        .split(/[ -]/)
        .filter((word) => !SMALL.has(word)),
    )
  const text = form
    .replace(/\{(\w+)\}/g, (slot, name: string) => {
      const choices = words[name] ?? [slot]
      const word = choices[Math.floor(random() * choices.length)] ?? slot
      if (SOUGHT.has(name)) seek(word)
      return word
    })
    .replace(BRACKETED, (_, words: string) => {
      seek(words)
      return words
    })
  const calls: Example['calls'] =
    sought.length > 0 ? [['searchProducts', { query: sought.join(' ') }]] : undefined
  const isSearch = intent === 'search'
  return isSearch ? { ask: [text], calls, intent } : { ask: [text], answer: intent, intent }
}
