import type { ComponentChildren } from 'preact'

/** Endings that are ignored: `play` also matches plays and playing. */
const ENDING = /(?<=..[^s])(?:ies|ing|es|ed|e|s|y)$/

/** Returns a function that renders a text with the words of the query highlighted. */
export function highlighter(query: string): (text: string) => ComponentChildren {
  const stems = wordsOf(query).map((word) => stem(fold(word)))
  const matches = (word: string) => stems.some((searched) => isMatch(fold(word), searched))
  return (text) =>
    text
      .split(/([\p{L}\p{M}\p{N}]+)/u)
      .map((part, index) =>
        index % 2 === 1 && matches(part) ? <Mark key={index}>{part}</Mark> : part,
      )
}

function Mark({ children }: { children: string }) {
  return <mark class="rounded-xs bg-accent-soft text-accent">{children}</mark>
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Short words must match exactly: `ai` does not match `aisle`. */
function isMatch(word: string, searched: string): boolean {
  return searched.length < 3 ? word === searched : word.startsWith(searched)
}

function stem(word: string): string {
  return word.replace(ENDING, '')
}

/** Without case and accents. */
function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
