import { resolveTimeframe, rollingWindow } from '../../src/ranking/timeframe.ts'
import { type ExpectedConfetti, isConfetti } from './judge-confetti.ts'

/** One line of a question corpus: the messages, and all outcomes that count as correct. */
export interface Question {
  id: string
  kind: string
  now: string
  messages: { role: 'user' | 'assistant'; content: string }[]
  expect: Expectation[]
  note?: string
}

type Expectation = ExpectedCall | { all: ExpectedCall[] }

interface ExpectedCall {
  tool: string
  args?: ExpectedConfetti & {
    limit?: number | number[]
    timeframe?: string[]
    tz?: string[]
    query?: { all?: string[][]; none?: string[] }
  }
  /** Fields of its input and their texts, in any case. */
  input?: Record<string, string>
  /** Arguments that no similar value fits. */
  exact?: string[]
  says?: string
}

export interface Call {
  toolName: string
  input: Record<string, unknown>
}

const DEFAULT_TIMEZONE = 'America/New_York'
const RANKINGS = ['getTopProducts', 'getTopProductsThisWeek', 'getTopProductsByTimeframe']

/** Whether the calls and the text match one of the expected outcomes. */
export function isRight({ now, expect }: Question, calls: readonly Call[], text: string): boolean {
  const clock = new Date(now)
  return expect.some((expectation) => {
    if ('all' in expectation) return areAll(expectation.all, calls, clock)
    if (expectation.tool === 'none') return calls.length === 0 && says(text, expectation.says)
    return calls.length === 1 && fits(expectation, calls[0]!, clock)
  })
}

function says(text: string, pattern?: string): boolean {
  return text.trim() !== '' && new RegExp(pattern ?? '', 'i').test(text)
}

function areAll(expected: readonly ExpectedCall[], calls: readonly Call[], now: Date): boolean {
  const open = [...calls]
  for (const one of expected) {
    const at = open.findIndex((call) => fits(one, call, now))
    if (at < 0) return false
    open.splice(at, 1)
  }
  return open.length === 0
}

function fits(
  { tool, args = {}, input: expected = {}, exact }: ExpectedCall,
  { toolName, input }: Call,
  now: Date,
): boolean {
  const isText = ([name, text]: [string, string]) => String(input[name]).toLowerCase() === text
  if (!Object.entries(expected).every(isText)) return false
  if (args.timeframe ? !isWindowed(toolName) : toolName !== tool) return false
  if (toolName === 'triggerConfetti') return isConfetti(args, input, exact)
  return (
    isLimit(args.limit, toolName, input) &&
    isTimeframe(args.timeframe, args.tz, { toolName, input }, now) &&
    isQuery(args.query, input)
  )
}

function isWindowed(toolName: string): boolean {
  return RANKINGS.slice(1).includes(toolName)
}

function isLimit(limit: number | number[] | undefined, toolName: string, input: Call['input']) {
  if (limit === undefined) return true
  const standard = RANKINGS.includes(toolName) ? 3 : 10
  const given = Math.min(10, Math.max(1, Math.trunc(Number(input.limit ?? standard))))
  return [limit].flat().includes(given)
}

function isTimeframe(
  timeframes: readonly string[] | undefined,
  zones: readonly string[] = [DEFAULT_TIMEZONE],
  { toolName, input }: Call,
  now: Date,
): boolean {
  if (!timeframes) return true
  const actual =
    toolName === 'getTopProductsThisWeek'
      ? rollingWindow(Number(input.days ?? 7), now)
      : resolveTimeframe(String(input.timeframe ?? 'today'), { tz: zoneOf(input), now }).window
  if (toolName === 'getTopProductsByTimeframe' && !sameZone(zones, zoneOf(input))) return false
  return timeframes.some((text) => {
    const { window } = resolveTimeframe(text, { tz: zones[0]!, now })
    return window.postedAfter === actual.postedAfter && window.postedBefore === actual.postedBefore
  })
}

function zoneOf({ tz }: Call['input']): string {
  return String(tz ?? DEFAULT_TIMEZONE)
}

function sameZone(zones: readonly string[], zone: string): boolean {
  const name = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  return zones.map(name).includes(name(zone))
}

function isQuery(query: { all?: string[][]; none?: string[] } | undefined, input: Call['input']) {
  if (!query) return true
  const words = String(input.query)
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
  const has = (word: string) => words.includes(word.toLowerCase())
  return (query.all ?? []).every((some) => some.some(has)) && !(query.none ?? []).some(has)
}
