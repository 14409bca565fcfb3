import { escapeUnprintable } from './printable.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LEVELS)[number]
export const LOG_LEVELS: readonly LogLevel[] = LEVELS

export type Fields = Readonly<Record<string, unknown>>

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

/** Called with each record: its event and all of its fields. */
export type Observe = (event: string, fields: Fields) => void

interface LogOptions {
  level: LogLevel
  /** Takes one line, including its line break. */
  write(line: string): void
  now(): Date
  /** Gets the records below the level too. */
  observe?: Observe | undefined
}

export function createLog(options: LogOptions, bound: Fields = {}): Log {
  const { level, write, now, observe } = options
  const minLevel = LEVELS.indexOf(level)
  const isBound = Object.keys(bound).length > 0

  const at = (name: Exclude<LogLevel, 'silent'>) => {
    const isWritten = LEVELS.indexOf(name) >= minLevel
    return (event: string, fields: Fields = {}) => {
      const all = isBound ? { ...bound, ...fields } : fields
      observe?.(event, all)
      if (!isWritten) return
      const record = { time: now().toISOString(), level: name, event, ...all }
      // A replacer takes longer than everything else, and few records have an error.
      const line = JSON.stringify(record, isFlat(all) ? undefined : spelledOut)
      write(`${escapeUnprintable(line.length > MAX_LINE ? shortened(line) : line)}\n`)
    }
  }

  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => createLog(options, { ...bound, ...fields }),
  }
}

function isFlat(fields: Fields) {
  for (const name in fields) if (typeof fields[name] === 'object') return false
  return true
}

function shortened(line: string) {
  return JSON.stringify(JSON.parse(line), (_key, value: unknown) =>
    typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value,
  )
}

/** Includes errors of another realm, which are no instances of this one's class. */
const ERRORS: ReadonlySet<string> = new Set(['[object Error]', '[object DOMException]'])

// JSON.stringify writes as {} what has no enumerable properties, such as an Error or a Response.
function spelledOut(_key: string, value: unknown) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kind = Object.prototype.toString.call(value)
  if (value instanceof Error || ERRORS.has(kind)) {
    const { name, message, stack, cause }: Partial<Error> = value
    return { name, message, stack, cause }
  }
  return kind === '[object Object]' || Object.keys(value).length > 0 ? value : kind
}
