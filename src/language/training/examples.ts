import type { Before } from '../intent/features.ts'
import type { Tag } from '../intent/search-words.ts'
import type { Spelling } from '../normalise/spelling.ts'
import { readTokens, type Token } from '../normalise/tokens.ts'

/**
 * A line of the examples: an intent (for a tool of its own, its name), maybe what was asked before, a tab, and a message, with the
 * words that are worth searching for in brackets.
 *
 *     search	find me a [crm] and a [calendar] app
 *     change after ranking	and yesterday?
 */
export interface Example {
  intent: string
  before: Before
  text: string
}

const LINE = /^([A-Za-z+-]+)(?: after (talk|ranking|search|history|confetti))?\t(\S.*)$/

/** An example; undefined if the line is none. */
export function parseExample(line: string): Example | undefined {
  const [, intent, before = 'none', text] = LINE.exec(line) ?? []
  return intent && text && isBefore(before) ? { intent, before, text } : undefined
}

function isBefore(text: string): text is Before {
  return /^(?:none|talk|ranking|search|history|confetti)$/.test(text)
}

/** The tokens of an example, each with its tag. */
export function readExample({ text }: Example, spelling: Spelling) {
  const tokens: Token[] = []
  const tags: Tag[] = []
  let tag: Tag = 'drop'
  for (const token of readTokens(text, spelling)) {
    if (token.text === '[') tag = 'keep'
    else if (token.text === ']') tag = 'drop'
    else {
      tokens.push(token)
      tags.push(tag)
    }
  }
  return { tokens, tags }
}
