import type { TemplateSpans } from 'mustache'
import * as z from 'zod'
import { templateWriter } from './template-writer.ts'
import { describeVariables, isVariable, type Variables } from './variables.ts'

const MOST_CHARACTERS = 1_000

/** A text with variables between double braces, and nothing else between them. */
export function templateText(variables: Variables) {
  return z
    .string()
    .max(MOST_CHARACTERS, { abort: true })
    .superRefine((text, context) => {
      const message = faultOf(text, variables)
      if (message) context.addIssue({ code: 'custom', message })
    })
}

// Read by the very parser that renders it, so that the two never differ in what a template is.
function faultOf(text: string, variables: Variables) {
  if (/\{{3}|\}{3}/.test(text)) return 'may not have three braces in a row: a variable has two'
  let spans: TemplateSpans
  try {
    spans = templateWriter.parse(text)
  } catch {
    return 'must close every `{{` with a `}}`, and have variables alone between them'
  }
  return spans.map(([kind, value]) => faultOfSpan(kind, value, variables)).find(Boolean)
}

function faultOfSpan(kind: TemplateSpans[number][0], value: string, variables: Variables) {
  if (kind === 'text') {
    return value.includes('}}') ? 'has a `}}` that closes no variable' : undefined
  }
  if (kind !== 'name') {
    return `may have variables alone between braces: no sections, partials or other tags (\`${kind}\`)`
  }
  if (value === '') return 'has a variable without a name'
  if (/[{}]/.test(value)) return 'opens a variable inside another, or leaves one open'
  if (isVariable(value, variables)) return undefined
  return `has an unknown variable; known are ${describeVariables(variables)}`
}
