import * as z from 'zod'

/** The variables of a kind of template. */
export interface Variables {
  names: readonly string[]
  /** Objects of the app: any path into them is a variable. */
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

export function describeVariables({ names, objects }: Variables): string {
  const paths = objects.map((object) => `${object}.…`)
  return [...names, ...paths].join(', ')
}

const MAX_TEMPLATE_LENGTH = 1_000

/** `{{name}}`. Spaces around the name are trimmed, not matched, which would take cubic time. */
const TAG = /\{\{([\s\S]*?)\}\}/g

/** The tags of Mustache that are not variables, by their first character. */
const OTHER_TAG = /^[#^/>!=&]/

/** A text with variables between double braces. Other tags of Mustache are rejected. */
export function templateText(variables: Variables) {
  return z
    .string()
    .max(MAX_TEMPLATE_LENGTH, { abort: true })
    .superRefine((text, context) => {
      const message = templateIssue(text, variables)
      if (message) context.addIssue({ code: 'custom', message })
    })
}

function templateIssue(text: string, variables: Variables): string | undefined {
  if (/\{{3}|\}{3}/.test(text)) return 'must not have three braces in a row: a variable has two'
  const outside = text.replaceAll(TAG, ' ')
  if (outside.includes('{{')) return 'must close every `{{` with a `}}`'
  if (outside.includes('}}')) return 'has a `}}` that closes no variable'
  const names = Array.from(text.matchAll(TAG), ([, name = '']) => name.trim())
  return names.map((name) => nameIssue(name, variables)).find(Boolean)
}

function nameIssue(name: string, variables: Variables): string | undefined {
  if (OTHER_TAG.test(name)) {
    return `must only have variables between braces: no sections, partials or other tags (\`${name[0]}\`)`
  }
  if (name === '') return 'has a variable without a name'
  if (/[{}]/.test(name)) return 'opens a variable inside another, or leaves one open'
  if (isVariable(name, variables)) return undefined
  return `has an unknown variable; known are ${describeVariables(variables)}`
}

const MAX_RENDERED_LENGTH = 4_000

/**
 * A template with the values of its variables, as plain text. A variable without a value, or with
 * one that is not a string, number or boolean, is left empty.
 */
export function renderTemplate(template: string, context: object): string {
  return cut(template.replaceAll(TAG, (_tag, name: string) => variableValue(name.trim(), context)))
}

function variableValue(name: string, context: object) {
  const value = name.split('.').reduce<unknown>(ownProperty, context)
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
  return isPlain ? cut(String(value)) : ''
}

/** Never splits a surrogate pair. */
function cut(text: string) {
  if (text.length <= MAX_RENDERED_LENGTH) return text
  return text.slice(0, MAX_RENDERED_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
}

/** The own property of an object, without inherited ones and without calling getters. */
export function ownProperty(from: unknown, name: string): unknown {
  if (typeof from !== 'object' || from === null) return undefined
  return Object.getOwnPropertyDescriptor(from, name)?.value
}
