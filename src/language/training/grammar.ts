import * as z from 'zod'
import type { Example } from './example.ts'
import { createRandom, pick, type Random } from './random.ts'

const Strings = z.array(z.string().min(1)).min(1)

/** Message patterns by intent, and the values of their `{name}` placeholders. */
export const Grammar = z.object({
  patterns: z.record(z.string(), Strings),
  words: z.record(z.string(), Strings),
})

export type Grammar = z.infer<typeof Grammar>

/** Placeholders whose value is a search query. */
const QUERY_PLACEHOLDERS = new Set(['need', 'purpose', 'audience', 'name'])

/** Words that are left out of a query. */
const STOP_WORDS = new Set('a an the to for of with from into in on my me'.split(' '))

/** How many examples each pattern generates. */
const SAMPLES_PER_PATTERN = 3
/** Of intents with few patterns. */
const SAMPLES_PER_RARE_PATTERN = 6
const RARE = new Set(['out-of-scope', 'item', 'more', 'again', 'change'])

/** Alternatives, "(show|give) me"; a question mark after the group makes it optional. */
const CHOICE = /\(([^()]*\|[^()]*|[^()]*(?=\)\?))\)(\?)?/g
const PLACEHOLDER = /\{(\w+)\}/g
/** A query written out in a pattern: "an app for [dog walks]". */
const BRACKETED = /\[(.*?)\]/g
/** Placeholder values may contain placeholders. */
const MAX_DEPTH = 3

/** Deterministic examples from a grammar. `[+]` in a pattern separates two searches. */
export function generateExamples({ patterns, words }: Grammar): Example[] {
  const random = createRandom(11)
  return Object.entries(patterns).flatMap(([intent, patternsOfIntent]) =>
    patternsOfIntent.flatMap((pattern) =>
      Array.from({ length: sampleCount(pattern, intent) }, () =>
        fillPattern(pattern, intent, words, random),
      ),
    ),
  )
}

/** Patterns with two searches are few and hard to tell from one, so they get more samples. */
function sampleCount(pattern: string, intent: string): number {
  if (!/[{(]/.test(pattern)) return 1
  const samples = RARE.has(intent) ? SAMPLES_PER_RARE_PATTERN : SAMPLES_PER_PATTERN
  return samples * (pattern.includes('[+]') ? 3 : 1)
}

function fillPattern(
  pattern: string,
  intent: string,
  words: Grammar['words'],
  random: Random,
): Example {
  let text = pattern.replace(CHOICE, (_, choices: string, optional?: string) =>
    optional && random() < 0.4 ? '' : (pick(choices.split('|'), random) ?? ''),
  )
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    text = text.replace(PLACEHOLDER, (placeholder, name: string) => {
      const word = pick(words[name] ?? [], random) ?? placeholder
      return QUERY_PLACEHOLDERS.has(name) ? `[${word}]` : word
    })
  }
  const queries = text.split('[+]').map(queryIn)
  const ask = [
    text
      .replace(/\[\+\]/g, '')
      .replace(/[[\]]/g, '')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[?,.!;])/g, '')
      .trim(),
  ]
  if (!SEARCH_INTENTS.has(intent)) return { ask, answer: intent, intent }
  const calls = queries
    .filter((query) => query !== '')
    .map((query): [string, { query: string }] => ['searchProducts', { query }])
  return { ask, calls, intent }
}

const SEARCH_INTENTS = new Set(['search', 'change'])

/** The bracketed words of a filled pattern, without duplicates and stop words. */
function queryIn(text: string): string {
  const words = Array.from(text.matchAll(BRACKETED), ([, query = '']) =>
    query.replace('[', '').toLowerCase().split(/[ -]/),
  )
  return [...new Set(words.flat().filter((word) => !STOP_WORDS.has(word)))].join(' ')
}
