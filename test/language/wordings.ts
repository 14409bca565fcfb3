import { readFileSync } from 'node:fs'
import modelData from '../../data/language/model.json' with { type: 'json' }
import { type Call, callsFor, TOOL_NAMES } from '../../src/language/calls.ts'
import type { Request } from '../../src/language/dialogue/request.ts'
import { understand } from '../../src/language/dialogue/understand.ts'
import { createModel } from '../../src/language/intent/model.ts'
import { resolveTimeframe, rollingWindow } from '../../src/ranking/timeframe.ts'
import { DEFAULT_TIMEZONE, NOW } from './converse.ts'

/**
 * Messages and the requests of the last one: `top 3 today >> and last week? => last_week 3`; `\n` is
 * a line break.
 */
export interface Wording {
  asked: string[]
  expected: string[]
}

export const model = createModel(modelData)

export function readWordings(file: string): Wording[] {
  const lines = readFileSync(new URL(`wordings/${file}`, import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line.includes(' => ') && !line.startsWith('#'))
    .map((line) => {
      const [asked = '', expected = ''] = line.replaceAll('\\n', '\n').split(' => ')
      return { asked: asked.split(' >> '), expected: expected.split(' + ') }
    })
}

/** The parsed requests in the notation of the files, and whether they are as expected. */
export function judge({ asked, expected }: Wording) {
  const requests = understand(asked, { now: NOW, defaultTimezone: DEFAULT_TIMEZONE }, model)
  const found = requests.map(described)
  const isRight = expected.length === found.length && expected.every((one) => found.some(fits(one)))
  return { found, isRight }
}

function described(request: Request): string {
  if (request.kind === 'talk') return request.topic
  if (request.kind === 'ask' || request.kind === 'tool') return request.kind
  const [{ toolName, input }] = callsFor(request, TOOL_NAMES) as [Call]
  const limit = input.limit === undefined ? '' : ` ${input.limit}`
  const zone = input.tz === undefined ? '' : ` ${input.tz}`
  if (toolName === 'searchProducts') return `search ${input.query}${limit}`
  if (toolName === 'getProductHistory') return `history ${input.product}`.trim()
  if (toolName === 'getTrendingProducts') {
    return ['rising', input.window, input.limit, input.topic].filter(Boolean).join(' ')
  }
  if (toolName === 'getTopProducts') return `all${limit}`
  if (toolName === 'getTopProductsThisWeek') return `last_${input.days}_days${limit}`
  if (/^(?:getTopProductsByTimeframe|findLaunches)$/.test(toolName))
    return `${input.timeframe}${limit}${zone}`
  const { reason: _, ...args } = input
  return `confetti ${JSON.stringify(args)}`
}

const SERVED = /^(?:rising|history|ask|confetti|search|all|last_|this_|today|yesterday|\d{4})/

const EXACT = /^(?:rising|history)/m

const NAMED = /^(?:item|confetti|search|future)$/

function fits(expected: string) {
  const [name = ''] = expected.split(' ')
  return (found: string) => {
    if (EXACT.test(`${expected}\n${found}`)) return found === expected
    if (name === 'none') return !SERVED.test(found) || found.startsWith('ask')
    if (NAMED.test(name) && found.split(' ')[0] !== name) return false
    if (name === 'confetti') return hasArguments(expected.slice(8), found.slice(8))
    if (name === 'search') return isSearch(expected, found)
    if (NAMED.test(name)) return `${found} `.startsWith(`${expected} `)
    const [a, b] = [readRanking(expected), readRanking(found)]
    return a.window === b.window && a.zone === b.zone && isLimit(a.limit, b.limit)
  }
}

function isLimit(expected: number | undefined, found: number | undefined): boolean {
  if (expected === undefined) return found === undefined || found === 1 || found === 3
  if (expected === 1 || expected === 3) return (found ?? 3) === expected || found === undefined
  return Math.min(expected, 10) === Math.min(found ?? 3, 10)
}

function isSearch(expected: string, found: string): boolean {
  const [words, limit] = searchIn(expected)
  const [foundWords, foundLimit] = searchIn(found)
  return (
    words.every((word) => foundWords.includes(word)) &&
    foundWords.length <= words.length + 1 &&
    (limit ?? 10) === (foundLimit ?? 10)
  )
}

function searchIn(text: string): [string[], number | undefined] {
  const words = text.split(' ').slice(1)
  const last = Number(words.at(-1))
  return Number.isNaN(last) ? [words, undefined] : [words.slice(0, -1), last]
}

function hasArguments(expected: string, found: string): boolean {
  if (expected.trim() === '') return true
  const [wanted, given] = [JSON.parse(expected), JSON.parse(found)]
  return Object.keys({ ...wanted, ...given }).every(
    (key) =>
      JSON.stringify(wanted[key]) === JSON.stringify(given[key]) ||
      (key === 'disableSound' && wanted[key] === true && given[key] === undefined),
  )
}

function readRanking(text: string) {
  const parts = text.split(' ')
  const zone = parts.find((part) => /^[A-Z]/.test(part))
  const limit = parts.slice(1).find((part) => /^\d+$/.test(part))
  const name = parts[0]!
  const days = /^last_(\d+)_days$/.exec(name)?.[1]
  let window = name
  try {
    const resolved =
      days && Number(days) <= 31
        ? rollingWindow(Number(days), NOW)
        : resolveTimeframe(
            name.replace(/Z/g, ':00Z').replace(/:00:00(?:\.000)?:00Z|:00\.000:00Z/g, ':00:00Z'),
            { tz: zone ?? DEFAULT_TIMEZONE, now: NOW },
          ).window
    window = `${resolved.postedAfter} ${resolved.postedBefore}`
  } catch {}
  const canonical =
    zone &&
    zone !== DEFAULT_TIMEZONE &&
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  return {
    window,
    zone: canonical || undefined,
    limit: limit === undefined ? undefined : Number(limit),
  }
}
