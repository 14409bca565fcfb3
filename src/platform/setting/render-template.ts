import mustache from 'mustache'
import { ownValue } from './own-value.ts'
import { templateWriter } from './template-writer.ts'

const MOST_CHARACTERS = 4_000

/**
 * A template with its variables filled in from the facts, as plain text. A variable of which
 * nothing is known, or no plain value, is left empty.
 */
export function renderTemplate(template: string, facts: object): string {
  const context = new mustache.Context(facts)
  // The library's own would read what is inherited, and call what it finds.
  context.lookup = (path) => shown(path.split('.').reduce(ownValue, facts))
  return cut(templateWriter.render(template, context, undefined, { escape: String }))
}

function shown(value: unknown) {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
  return isPlain ? cut(String(value)) : ''
}

/** Never through the middle of a character. */
function cut(text: string) {
  if (text.length <= MOST_CHARACTERS) return text
  return text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
}
