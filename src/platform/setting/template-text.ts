import * as z from 'zod'
import { ownValue } from './own-value.ts'

/** What the texts of a kind of notification may name. */
export interface Variables {
  names: readonly string[]
  /** Objects of the app's own, any path into which is a variable. */
  objects: readonly string[]
}

export const PUSH_VARIABLES: Variables = {
  names: [
    'message.data.entities.sender.entity.name',
    'message.data.entities.receiver.entity.name',
    'message.data.text',
    'message.data.interactiveData.title',
    'message.data.interactiveData.text',
  ],
  objects: ['message.data.metadata', 'message.data.customData'],
}

export const DIGEST_VARIABLES: Variables = {
  names: ['groupDetails.name', 'senderDetails.name', 'messages.length'],
  objects: [],
}

const PATH = /^[\w-]+(\.[\w-]+){0,7}$/

function isVariable(name: string, { names, objects }: Variables): boolean {
  if (names.includes(name)) return true
  return objects.some((object) => {
    return name.startsWith(`${object}.`) && PATH.test(name.slice(object.length + 1))
  })
}

/** For a message to who wrote one that is unknown. */
function describeVariables({ names, objects }: Variables): string {
  const paths = objects.map((object) => `${object}.…`)
  return [...names, ...paths].join(', ')
}

/** A variable and what stands between its braces. */
const VARIABLE = /\{\{(.*?)\}\}/s

const MAX_TEMPLATE_LENGTH = 1_000

/** A text with variables between double braces, and nothing else between them. */
export function templateText(variables: Variables) {
  return z
    .string()
    .max(MAX_TEMPLATE_LENGTH, { abort: true })
    .superRefine((text, context) => {
      const message = templateIssue(text, variables)
      if (message) context.addIssue({ code: 'custom', message })
    })
}

// Cut up as it is to be rendered, so that the two never differ in what a template is.
function templateIssue(text: string, variables: Variables) {
  if (/\{{3}|\}{3}/.test(text)) return 'may not have three braces in a row: a variable has two'
  const pieces = text.split(VARIABLE)
  return pieces
    .map((piece, at) => (at % 2 === 0 ? textIssue(piece) : nameIssue(piece.trim(), variables)))
    .find(Boolean)
}

function textIssue(text: string) {
  if (text.includes('{{')) {
    return 'must close every `{{` with a `}}`, and have variables alone between them'
  }
  return text.includes('}}') ? 'has a `}}` that closes no variable' : undefined
}

function nameIssue(name: string, variables: Variables) {
  const [sign] = /^[#^/>&=!]/.exec(name) ?? []
  if (sign) {
    return `may have variables alone between braces: no sections, partials or other tags (\`${sign}\`)`
  }
  if (name === '') return 'has a variable without a name'
  if (/[{}]/.test(name)) return 'opens a variable inside another, or leaves one open'
  if (isVariable(name, variables)) return undefined
  return `has an unknown variable; known are ${describeVariables(variables)}`
}

const MAX_RENDERED_LENGTH = 4_000

/**
 * A template with its variables filled in from the facts, as plain text. A variable of which
 * nothing is known, or no plain value, is left empty.
 */
export function renderTemplate(template: string, facts: object): string {
  const pieces = template.split(VARIABLE)
  const written = pieces.map((piece, at) =>
    at % 2 === 0 ? piece : shown(piece.trim().split('.').reduce(ownValue, facts)),
  )
  return cut(written.join(''))
}

function shown(value: unknown) {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
  return isPlain ? cut(String(value)) : ''
}

/** Never through the middle of a character. */
function cut(text: string) {
  if (text.length <= MAX_RENDERED_LENGTH) return text
  return text.slice(0, MAX_RENDERED_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
}
