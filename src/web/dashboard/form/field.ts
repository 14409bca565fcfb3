import { asRecord, isRecord, tryParseJson } from '../../../core/json.ts'

// The fields of a form are data: what they are called, and how a value of the service is shown in a
// control. Their paths are those of the service's bodies and errors, `metaData.greetingMessage`.

export interface FieldSpec {
  path: string
  label: string
  kind: keyof typeof KINDS
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

/** How a value of the service is written in a control, and read from it. */
interface Kind {
  write: (value: unknown) => string
  read: (text: string) => unknown
  /** Why a text is no value, if it is none. */
  issueOf?: (text: string) => string | undefined
}

const TEXT: Kind = { write: (value) => `${value ?? ''}`, read: (text) => text.trim() }

const KINDS = {
  text: TEXT,
  /** Its blanks are part of it. */
  'long-text': { ...TEXT, read: (text) => text },
  /** Its options may be numbers. */
  choice: { ...TEXT, read: numberOr },
  number: { ...TEXT, read: numberOr },
  /** The service has it as the number HHMM. */
  time: {
    write: (value) => `${value}`.padStart(4, '0').replace(/(..)$/, ':$1'),
    read: (text) => numberOr(text.replace(':', '')),
  },
  lines: { write: (value) => (Array.isArray(value) ? value.join('\n') : ''), read: linesOf },
  headers: {
    write: (value) =>
      Object.entries(asRecord(value))
        .map((header) => header.join(': '))
        .join('\n'),
    read: (text) => Object.fromEntries(linesOf(text).map(headerOf)),
    issueOf: (text) => (linesOf(text).every((line) => HEADER.test(line)) ? undefined : NO_HEADER),
  },
  json: {
    write: (value) => JSON.stringify(value ?? {}, undefined, 2),
    read: (text) => tryParseJson(text) ?? text,
    issueOf: jsonIssue,
  },
  switch: { write: (value) => (value === true ? ON : ''), read: (text) => text === ON },
  /** A switch that the service has as one of two numbers. */
  'on-off': { write: (value) => (value === 2 ? ON : ''), read: (text) => (text === ON ? 2 : 1) },
  /** Of a list of checkboxes, one for each name. */
  names: TEXT,
} satisfies Record<string, Kind>

/** The value of a checkbox in a form. */
const ON = 'on'

/** What the control of a field shows for a body of the service; `on` is a switch that is on. */
export function shownOf(field: FieldSpec, body: unknown): string {
  return KINDS[field.kind].write(valueAt(field.path, body))
}

export function valueAt(path: string, body: unknown): unknown {
  return path.split('.').reduce<unknown>((at, name) => asRecord(at)[name], body)
}

/** Why the text of a control is no value of its field, if it is none. */
export function issueOf({ kind }: FieldSpec, text: string): string | undefined {
  const { issueOf: find }: Kind = KINDS[kind]
  return find?.(text)
}

/** The body of these fields as a form has them. */
export function bodyOf(fields: readonly FieldSpec[], form: HTMLFormElement) {
  const data = new FormData(form)
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const names = field.path.split('.')
    const last = names.pop() ?? ''
    let branch = body
    for (const name of names) {
      branch[name] ??= {}
      branch = asRecord(branch[name])
    }
    branch[last] = field.kind === 'names' ? data.getAll(field.path) : readOne(field, data)
  }
  return body
}

function readOne({ path, kind, isOptional }: FieldSpec, data: FormData): unknown {
  const text = `${data.get(path) ?? ''}`
  return isOptional && text.trim() === '' ? null : KINDS[kind].read(text)
}

function numberOr(text: string): number | string {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text)
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
