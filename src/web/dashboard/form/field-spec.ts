import { asRecord, isRecord, tryParseJson } from '../../../core/json.ts'

// The fields of a form are data: what they are called, and how a value of the service is shown in a
// control. Their paths are those of the service's bodies and errors, `metaData.greetingMessage`.

export interface FieldSpec {
  path: string
  label: string
  kind: FieldKind
  hint?: string | undefined
  /** What the form says if the browser rejects the value. By default the browser's own words. */
  issue?: string
  /** An empty text is sent as `null`, which removes the value. */
  isOptional?: boolean
  /** Kept out of drafts. */
  isSecret?: boolean
  /** Of a choice. */
  options?: readonly { value: string | number; label: string }[]
  /** Of the control: the constraints that the browser checks, and others. */
  attributes?: {
    required?: boolean
    disabled?: boolean
    pattern?: string
    placeholder?: string
    inputMode?: 'url'
    spellcheck?: boolean
    rows?: number
    min?: number | undefined
    max?: number | undefined
    maxLength?: number | undefined
  }
}

type FieldKind =
  | 'text'
  | 'long-text'
  | 'choice'
  | 'number'
  | 'time'
  | 'lines'
  | 'headers'
  | 'json'
  | 'switch'
  | 'on-off'
  | 'names'

/** What the controls of a form show, by path. */
export type Values = Readonly<Record<string, unknown>>

/** What the controls show for a body of the service. */
export function valuesOf(fields: readonly FieldSpec[], body: unknown): Values {
  const shown = fields.map(({ path, kind }) => {
    const value = path.split('.').reduce<unknown>((at, name) => asRecord(at)[name], body)
    return [path, NOTATIONS[kind].show(value)]
  })
  return Object.fromEntries(shown)
}

/** The body with the values of these fields. */
export function bodyOf(fields: readonly FieldSpec[], values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const names = field.path.split('.')
    const last = names.pop() ?? ''
    let branch = body
    for (const name of names) {
      branch[name] ??= {}
      branch = asRecord(branch[name])
    }
    branch[last] = NOTATIONS[field.kind].read(values[field.path], field)
  }
  return body
}

/** Why a text is no value of its field, if it is none. */
export function issueOf({ kind }: FieldSpec, text: string): string | undefined {
  return NOTATIONS[kind].issueOf?.(text)
}

/** How a value is shown in a control, and read from it. */
interface Notation {
  show: (value: unknown) => unknown
  read: (shown: unknown, field: FieldSpec) => unknown
  issueOf?: (text: string) => string | undefined
}

const NOTATIONS: Readonly<Record<FieldKind, Notation>> = {
  text: asText((text) => text.trim()),
  /** Its blanks are part of it. */
  'long-text': asText((text) => text),
  choice: asText((text, { options }) => {
    return options?.find(({ value }) => `${value}` === text)?.value
  }),
  number: asText(numberOf),
  /** The service has it as the number HHMM. */
  time: asText(
    (text) => numberOf(text.replace(':', '')),
    (value) => `${value}`.padStart(4, '0').replace(/(..)$/, ':$1'),
  ),
  lines: asText(linesOf, (value) => (Array.isArray(value) ? value.join('\n') : '')),
  headers: {
    ...asText(
      (text) => Object.fromEntries(linesOf(text).map(headerOf)),
      (value) =>
        Object.entries(asRecord(value))
          .map((header) => header.join(': '))
          .join('\n'),
    ),
    issueOf: (text) => (linesOf(text).every((line) => HEADER.test(line)) ? undefined : NO_HEADER),
  },
  json: {
    ...asText(
      (text) => tryParseJson(text) ?? text,
      (value) => JSON.stringify(value ?? {}, undefined, 2),
    ),
    issueOf: jsonIssue,
  },
  switch: { show: (value) => value === true, read: (isOn) => isOn },
  /** A switch that the service has as one of two numbers. */
  'on-off': { show: (value) => value === 2, read: (isOn) => (isOn === true ? 2 : 1) },
  names: { show: (value) => value ?? [], read: (names) => names },
}

function asText(
  read: (text: string, field: FieldSpec) => unknown,
  show: Notation['show'] = (value) => `${value ?? ''}`,
): Notation {
  return {
    show,
    read(shown, field) {
      const text = `${shown}`
      return field.isOptional && text.trim() === '' ? null : read(text, field)
    },
  }
}

function numberOf(text: string): number | string {
  return text === '' ? '' : Number(text)
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

const HEADER = /^([^:\s]+)\s*:\s*(.+)$/
const NO_HEADER = 'Each header needs a name and a value, such as Authorization: Bearer ….'

function headerOf(line: string): [name: string, value: string] {
  const [, name = '', value = ''] = HEADER.exec(line) ?? []
  return [name, value]
}

/** In the words of the browser, which name the line. */
function jsonIssue(text: string): string | undefined {
  try {
    return isRecord(JSON.parse(text)) ? undefined : 'Enter an object, such as {}.'
  } catch (error) {
    return `This is not JSON. ${error instanceof Error ? error.message : ''}`
  }
}
