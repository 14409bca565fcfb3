/** A list written as one text, which is how word lists are read best. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

export function wordSet(...texts: string[]): ReadonlySet<string> {
  return new Set(texts.flatMap(words))
}

/** An alternation for a pattern. A `_` in a word stands for a space. */
export function anyOf(text: string): string {
  return `(?:${words(text)
    .map((word) => word.replaceAll('_', ' '))
    .join('|')})`
}
