import { prettyFactory } from 'pino-pretty'
import { printable } from '../core/printable.ts'

type LogRecord = Readonly<Record<string, unknown>>

/** Fields that are part of the sentence, or only useful for searching log files. */
const HIDDEN_FIELDS = ['event', 'requestId', 'method', 'path', 'status', 'url', 'ms']

/** Formats log records for a person at a terminal: time, level, what happened. */
export function readableLog({ hasColors }: { hasColors: boolean }): (line: string) => string {
  const pretty = prettyFactory({
    colorize: hasColors,
    singleLine: true,
    messageKey: 'event',
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: HIDDEN_FIELDS.join(','),
    messageFormat: sentence,
  })
  return (line) => pretty(JSON.parse(line, toPrintable)) ?? line
}

/** Paths and names come from callers, and may contain characters that a terminal acts on. */
function toPrintable(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return key === 'stack' ? value.split('\n').map(printable).join('\n') : printable(value)
}

function sentence(record: LogRecord): string {
  const { event, ms } = record
  const what = SENTENCES.get(String(event))?.(record) ?? String(event).replaceAll('-', ' ')
  return ms === undefined ? what : `${what}, ${ms} ms`
}

const SENTENCES: ReadonlyMap<string, (record: LogRecord) => string> = new Map([
  ['listening', ({ url }: LogRecord) => `Launchboard is listening at ${url}`],
  ['request', ({ method, path, status }: LogRecord) => `${method} ${path}: ${status}`],
  ['stopping', () => 'stopping: requests in progress may finish'],
])
