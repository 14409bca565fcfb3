import { isRecord, tryParseJson } from '../../../core/json.ts'

/** The value of a control: text as typed, or whether it is on. */
export type Input = string | boolean

/** Converts between a setting and the value of its control. */
export interface SettingKind {
  control: 'choice' | 'switch' | 'number' | 'time' | 'text' | 'json'
  options?: readonly (readonly [value: string, label: string])[]
  toInput(value: unknown): Input
  /** Only called if there is no issue. */
  toValue(input: Input): unknown
  issue?(input: Input): string | undefined
}

const AMOUNT = choice(['1', 'Nothing'], ['2', 'Everything'], ['3', 'Mentions only'])
const REACTIONS = choice(['1', 'None'], ['2', 'To their own messages'], ['3', 'All'])
const NOTIFY = choice(['1', 'Do not notify'], ['2', 'Notify'])
const SWITCH = choice(['1', 'Off'], ['2', 'On'])
const PRIVACY = choice(
  ['1', 'Show the message'],
  ['2', 'Hide the message'],
  ['3', 'Show it, unless the user hides it'],
)

const ON_OFF: SettingKind = {
  control: 'switch',
  toInput: (value) => value === true,
  toValue: (input) => input,
}

const WHOLE_NUMBER: SettingKind = {
  control: 'number',
  toInput: (value) => String(value ?? ''),
  toValue: Number,
  issue: (input) => (/^\d{1,9}$/.test(String(input).trim()) ? undefined : 'Enter a whole number.'),
}

/** A time of day, which settings have as the number HHMM. */
const TIME: SettingKind = {
  control: 'time',
  toInput: (value) =>
    String(value ?? 0)
      .padStart(4, '0')
      .replace(/(..)$/, ':$1'),
  toValue: (input) => Number(String(input).replace(':', '')),
  issue: (input) => (/^\d\d:\d\d$/.test(String(input)) ? undefined : 'Enter a time.'),
}

const TEXT: SettingKind = {
  control: 'text',
  toInput: (value) => String(value ?? ''),
  toValue: (input) => input,
}

const JSON_OBJECT: SettingKind = {
  control: 'json',
  toInput: (value) => JSON.stringify(value ?? {}, null, 2),
  toValue: (input) => JSON.parse(String(input)),
  issue: (input) =>
    isRecord(tryParseJson(String(input))) ? undefined : 'Enter a JSON object, such as {}.',
}

export const KINDS = {
  AMOUNT,
  REACTIONS,
  NOTIFY,
  SWITCH,
  PRIVACY,
  ON_OFF,
  WHOLE_NUMBER,
  TIME,
  TEXT,
  JSON_OBJECT,
}

function choice(...options: (readonly [string, string])[]): SettingKind {
  return {
    control: 'choice',
    options,
    toInput: (value) => String(value ?? ''),
    toValue: Number,
  }
}
