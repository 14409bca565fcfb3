import type { ComponentChildren } from 'preact'

/** What a word is compared without: plays and playing are found by play. */
const ENDING = /(?<=..[^s])(?:ies|ing|es|ed|e|s|y)$/

/** Makes a text with the words in it marked that a search is for. */
export function markerOf(query: string): (text: string) => ComponentChildren {
  const stems = wordsOf(query).map((word) => stem(fold(word)))
  const isWanted = (word: string) => stems.some((wanted) => isMatch(fold(word), wanted))
  return (text) =>
    text
      .split(/([\p{L}\p{M}\p{N}]+)/u)
      .map((part, index) =>
        index % 2 === 1 && isWanted(part) ? <Mark key={index}>{part}</Mark> : part,
      )
}

function Mark({ children }: { children: string }) {
  return <mark class="rounded-xs bg-accent-soft text-accent">{children}</mark>
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Short words are wanted whole: `ai` is not in `aisle`. */
function isMatch(word: string, wanted: string): boolean {
  return wanted.length < 3 ? word === wanted : word.startsWith(wanted)
}

function stem(word: string): string {
  return word.replace(ENDING, '')
}

function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
