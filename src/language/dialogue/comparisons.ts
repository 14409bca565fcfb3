interface Comparing {
  /** Alternatives of a regular expression. */
  words: string
  holds(actual: number, bound: number): boolean
}

/** How an amount is compared with a bound, by the words of our answer. */
const COMPARISONS = {
  'at least': {
    words: 'at least|(?:no|not) (?:less|fewer) than|not (?:under|below)',
    holds: (actual, bound) => actual >= bound,
  },
  'at most': {
    words: 'at most|(?:no|not) more than|not (?:over|above)',
    holds: (actual, bound) => actual <= bound,
  },
  'more than': { words: 'more than|over|above', holds: (actual, bound) => actual > bound },
  'fewer than': {
    words: '(?:less|fewer) than|under|below',
    holds: (actual, bound) => actual < bound,
  },
  exactly: { words: 'exactly|precisely', holds: (actual, bound) => actual === bound },
} as const satisfies Record<string, Comparing>

export type Comparison = keyof typeof COMPARISONS

/** All of their words, as alternatives of a regular expression. */
export const COMPARISON_WORDS = Object.values(COMPARISONS)
  .map(({ words }) => words)
  .join('|')

const PATTERNS = Object.entries(COMPARISONS).map(([name, { words }]): [Comparison, RegExp] => [
  name as Comparison,
  new RegExp(`^(?:${words})$`),
])

/** What one of the `COMPARISON_WORDS` means. */
export function comparisonOf(words: string): Comparison | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(words))?.[0]
}

export function holds(actual: number, comparison: Comparison, bound: number): boolean {
  return COMPARISONS[comparison].holds(actual, bound)
}
