import { prettyFactory } from 'pino-pretty'
import { printable } from '../core/printable.ts'

type LogRecord = Readonly<Record<string, unknown>>

/** What the sentence of a record says already, and what only a search through a file needs. */
const NOT_SHOWN = ['event', 'requestId', 'method', 'path', 'status', 'url', 'ms']

/** Writes records of the log as somebody reads them who looks on: time, level, what happened. */
export function readableLog({ hasColors }: { hasColors: boolean }): (line: string) => string {
  const pretty = prettyFactory({
    colorize: hasColors,
    singleLine: true,
    messageKey: 'event',
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: NOT_SHOWN.join(','),
    messageFormat: sentence,
  })
  return (line) => pretty(JSON.parse(line, harmless)) ?? line
}

/** Paths and names are anybody's, and a terminal obeys what is hidden in them. */
function harmless(key: string, value: unknown): unknown {
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
  ['stopping', () => 'stopping: answers under way may end'],
])
