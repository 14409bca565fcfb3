import type { Before } from '../intent/features.ts'
import type { Tag } from '../intent/search-words.ts'
import type { Spelling } from '../normalise/spelling.ts'
import { readTokens, type Token } from '../normalise/tokens.ts'

/**
 * A line of the examples: an intent (for a tool of its own, its name), of a question what it asks, maybe what was asked before, a
 * tab, and a message, with names and the words that are worth searching for in brackets.
 *
 *     search	find me a [crm] and a [calendar] app
 *     change after ranking	and yesterday?
 *     ask:launch	when did [catnapper] come out?
 */
export interface Example {
  intent: string
  operation: string | undefined
  before: Before
  text: string
}

const LINE =
  /^([A-Za-z+-]+)(?::([a-z]+))?(?: after (talk|ranking|search|history|confetti))?\t(\S.*)$/

/** An example; undefined if the line is none. */
export function parseExample(line: string): Example | undefined {
  const [, intent, operation, before = 'none', text] = LINE.exec(line) ?? []
  return intent && text && isBefore(before) ? { intent, operation, before, text } : undefined
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
