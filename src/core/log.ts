import { escapeUnprintable } from './printable.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LEVELS)[number]
export const LOG_LEVELS: readonly LogLevel[] = LEVELS

export type Fields = Readonly<Record<string, unknown>>

const NONE: Fields = {}

/** Paths, ids and names come from callers and upstreams, who must not be able to fill the log. */
const MAX_LINE = 8_192
const MAX_TEXT = 512

/** Structured records: an `event` in kebab-case and its fields, one JSON object per line. */
export interface Log {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
  /** The same log, with these fields added to every record. */
  with(fields: Fields): Log
}

interface LogOptions {
  level: LogLevel
  /** Takes one line, including its line break. */
  write(line: string): void
  now(): Date
}

export function createLog({ level, write, now }: LogOptions, bound: Fields = {}): Log {
  const minLevel = LEVELS.indexOf(level)
  const time = clock(now)
  const boundMembers = membersOf(bound)

  const at = (name: LogLevel) => {
    if (LEVELS.indexOf(name) < minLevel) return () => {}
    const start = `","level":"${name}","event":"`
    return (event: string, fields: Fields = NONE) => {
      const line = `{"time":"${time()}${start}${event}"${boundMembers}${membersOf(fields)}}\n`
      write(line.length > MAX_LINE ? `${escapeUnprintable(shortened(line))}\n` : line)
    }
  }

  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => createLog({ level, write, now }, { ...bound, ...fields }),
  }
}

/** Text that needs no escaping, for JSON or for a terminal. */
const VERBATIM = /^[ !#-[\]-~]*$/

/**
 * The members of an object, each preceded by a comma. Most values are numbers and plain words:
 * concatenating them takes half as long as `JSON.stringify` for a copy of all the fields.
 */
function membersOf(fields: Fields) {
  let members = ''
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'string' && VERBATIM.test(value)) members += `,"${name}":"${value}"`
    else if (typeof value === 'number' && Number.isFinite(value)) members += `,"${name}":${value}`
    else if (value !== undefined) members += memberOf(name, value)
  }
  return members
}

function memberOf(name: string, value: unknown) {
  const json = JSON.stringify({ [name]: value }, errorsAsObjects)
  return json === '{}' ? '' : `,${escapeUnprintable(json.slice(1, -1))}`
}

/** Many records share a millisecond, and formatting it costs as much as the rest of a record. */
function clock(now: () => Date) {
  let formattedMs = Number.NaN
  let formatted = ''

  return () => {
    const moment = now()
    if (moment.getTime() !== formattedMs) {
      formattedMs = moment.getTime()
      formatted = moment.toISOString()
    }
    return formatted
  }
}

function shortened(line: string) {
  return JSON.stringify(JSON.parse(line), (_key, value: unknown) =>
    typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value,
  )
}

// JSON.stringify writes an Error as {}: its properties are not enumerable.
function errorsAsObjects(_key: string, value: unknown) {
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = value
  return { name, message, stack, cause }
}

/** Called with each record: its event and all of its fields. */
export type Observe = (event: string, fields: Fields) => void

/** The same log with an observer, which also gets the records below the log's level. */
export function observedLog(log: Log, observe: Observe, bound?: Fields): Log {
  const at =
    (level: Exclude<LogLevel, 'silent'>) =>
    (event: string, fields: Fields = {}) => {
      observe(event, bound ? { ...bound, ...fields } : fields)
      log[level](event, fields)
    }

  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => observedLog(log.with(fields), observe, { ...bound, ...fields }),
  }
}

/** Buffers records for an observer that is still being loaded. */
export function deferredObserve() {
  let buffered: Parameters<Observe>[] = []
  let observer: Observe = (event, fields) => buffered.push([event, fields])

  return {
    observe: (event: string, fields: Fields) => observer(event, fields),

    passTo(observe: Observe) {
      observer = observe
      for (const [event, fields] of buffered) observe(event, fields)
      buffered = []
    },
  }
}
