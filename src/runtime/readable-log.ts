import { printable } from '../core/printable.ts'

type LogRecord = Readonly<Record<string, unknown>>

const COLOURS: ReadonlyMap<unknown, number> = new Map([
  ['debug', 34],
  ['info', 32],
  ['warn', 33],
  ['error', 31],
])

interface ReadableLogOptions {
  hasColors: boolean
  /** Whether requests are left out, because somebody else lists them. */
  hidesRequests?: boolean
}

/** Formats log records for a person at a terminal: time, level, what happened. Empty if left out. */
export function readableLog(options: ReadableLogOptions): (line: string) => string {
  const { hasColors, hidesRequests = false } = options
  const coloured = (text: string, colour = 0) =>
    hasColors ? `\u001b[${colour}m${text}\u001b[39m` : text

  return (line) => {
    const record: LogRecord = JSON.parse(line)
    if (hidesRequests && record.event === 'request') return ''
    const { time, level, event, requestId, method, path, status, url, ms, error, ...others } =
      record
    const name = coloured(String(level).toUpperCase(), COLOURS.get(level))
    const text = printable(sentence(record))
    const fields = Object.keys(others).length > 0 ? ` ${printable(JSON.stringify(others))}` : ''
    return `[${localTime(String(time))}] ${name}: ${text}${fields}\n${errorLines(error)}`
  }
}

function localTime(time: string) {
  const date = new Date(time)
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0')
  return `${date.toTimeString().slice(0, 8)}.${milliseconds}`
}

function sentence(record: LogRecord): string {
  const { event, ms } = record
  const what = SENTENCES.get(event)?.(record) ?? String(event).replaceAll('-', ' ')
  return ms === undefined ? what : `${what}, ${ms} ms`
}

const SENTENCES: ReadonlyMap<unknown, (record: LogRecord) => string> = new Map([
  ['listening', ({ url }: LogRecord) => `Launchboard is listening at ${url}`],
  ['request', ({ method, path, status }: LogRecord) => `${method} ${path}: ${status}`],
  ['stopping', () => 'stopping: requests in progress may finish'],
])

/** The stack of an error, or its text; those of its causes are indented like it. */
function errorLines(error: unknown): string {
  if (error === undefined) return ''
  const text =
    typeof error === 'object' && error !== null && 'stack' in error
      ? String(error.stack)
      : JSON.stringify(error)
  const lines = text.split('\n').map((line) => `    ${printable(line)}\n`)
  const cause = typeof error === 'object' && error !== null && 'cause' in error && error.cause
  return lines.join('') + (cause ? errorLines(cause) : '')
}
