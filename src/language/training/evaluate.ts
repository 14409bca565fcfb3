import { resolveTimeframe, rollingWindow } from '../../ranking/timeframe.ts'
import { type Call, chooseTool } from '../choose-tool.ts'
import type { Request } from '../dialogue/request.ts'
import { understand } from '../dialogue/understand.ts'
import { createModel } from '../intent/model.ts'
import { distance } from '../normalise/spelling.ts'
import { type Example, intentOf } from './example.ts'
import { createRandom } from './logistic-regression.ts'
import { type Lessons, MOMENT, train } from './train.ts'
import { withAsideAfter, withAsideBefore, withTypo } from './vary.ts'

export interface Score {
  right: number
  all: number
}

/** How many examples come out right that the model was not taught, by what is done to them. */
export interface Report {
  scores: Record<string, Score>
  /** As they are, by intent. */
  intents: Record<string, Score>
  /** What was taken for what, the most frequent first. */
  wrong: string[]
}

/** The tools that examples call. */
export const TOOL_NAMES: ReadonlySet<string> = new Set([
  'getTopProducts',
  'getTopProductsThisWeek',
  'getTopProductsByTimeframe',
  'searchProducts',
  'triggerConfetti',
])

/** Cross-validation: each tenth of the examples is asked of a model that was taught the others. */
export function crossValidate({ examples, ...others }: Lessons, folds = 10): Report {
  const report: Report = { scores: {}, intents: {}, wrong: [] }
  const random = createRandom(3)
  const variants: Record<string, (text: string) => string> = {
    'as it is': (text) => text,
    'one typo': (text) => withTypo(text, random),
    'two typos': (text) => withTypo(withTypo(text, random), random),
    'an aside before': (text) => withAsideBefore(text, others.asides, random),
    'an aside after': (text) => withAsideAfter(text, others.asides, random),
  }
  for (let fold = 0; fold < folds; fold += 1) {
    const rest = examples.filter((_, at) => at % folds !== fold)
    const model = createModel(train({ examples: rest, ...others }))
    for (const example of examples.filter((_, at) => at % folds === fold)) {
      for (const [name, vary] of Object.entries(variants)) {
        if (name.includes('aside') && example.calls === undefined) continue
        const asked = example.ask.with(-1, vary(example.ask.at(-1) ?? ''))
        record(report, name, example, asked, understand(asked, MOMENT, model))
      }
    }
  }
  return report
}

function record(
  report: Report,
  variant: string,
  example: Example,
  asked: readonly string[],
  requests: readonly Request[],
) {
  const isRight = isExpected(example, requests)
  count(report.scores, variant, isRight)
  if (variant !== 'as it is') return
  count(report.intents, intentOf(example) ?? 'several', isRight)
  if (!isRight) report.wrong.push(`${asked.join(' >> ')} -> ${described(requests)}`)
}

/** Whether an example's calls come out, each with the same meaning; of talk, that nothing is called. */
export function isExpected(
  { calls: expected = [], answer }: Example,
  requests: readonly Request[],
) {
  const calls = callsOf(requests)
  if (answer === 'item') return requests.some(({ kind }) => kind === 'item')
  const open = [...calls]
  for (const [toolName, input] of expected) {
    const at = open.findIndex((call) => isSame({ toolName, input }, call))
    if (at < 0) return false
    open.splice(at, 1)
  }
  return open.length === 0
}

function callsOf(requests: readonly Request[]): Call[] {
  return requests.flatMap((request) => {
    const isServed =
      request.kind === 'ranking' || request.kind === 'search' || request.kind === 'confetti'
    return (isServed && chooseTool(request, TOOL_NAMES)) || []
  })
}

function isSame(expected: Call, { toolName, input }: Call): boolean {
  const isSearch = expected.toolName === 'searchProducts'
  if (expected.toolName === 'triggerConfetti') return toolName === expected.toolName
  if (!isSameLimit(expected.input.limit, input.limit)) return false
  if (isSearch || toolName === 'searchProducts') {
    return toolName === expected.toolName && isSameQuery(expected.input.query, input.query)
  }
  return windowOf(expected) === windowOf({ toolName, input })
}

/** Who asks for the winner is content with three, and who names no number with any. */
function isSameLimit(expected: unknown, limit: unknown): boolean {
  if (expected === undefined || expected === limit) return true
  return expected === 1 && (limit === undefined || limit === 3)
}

function isSameQuery(expected: unknown, query: unknown): boolean {
  const words = String(query).toLowerCase().split(' ')
  const wanted = String(expected).toLowerCase().split(/[ -]/)
  const found = wanted.filter((word) => words.some((other) => isAlike(word, other))).length
  return found * 3 >= wanted.length * 2 && words.length <= found + 1
}

/** The search forgives a typo and a plural. */
function isAlike(word: string, other: string): boolean {
  const max = word.length > 6 ? 2 : word.length > 3 ? 1 : 0
  return word === other || distance(word, other, max) <= max
}

function windowOf({ toolName, input }: Call): string {
  if (toolName === 'getTopProducts') return 'all time'
  const moment = { tz: String(input.tz ?? MOMENT.defaultTimezone), now: MOMENT.now }
  if (!toolName.startsWith('getTop')) return toolName
  const isRolling = toolName === 'getTopProductsThisWeek'
  const timeframe = String(input.timeframe)
  try {
    const { postedAfter, postedBefore } = isRolling
      ? rollingWindow(Number(input.days ?? 7), moment.now)
      : resolveTimeframe(timeframe, moment).window
    return `${postedAfter} ${postedBefore}`
  } catch {
    return timeframe // such as a day that does not exist, which the tool says
  }
}

function count(scores: Record<string, Score>, name: string, isRight: boolean) {
  const score = scores[name] ?? { right: 0, all: 0 }
  scores[name] = { right: score.right + (isRight ? 1 : 0), all: score.all + 1 }
}

function described(requests: readonly Request[]): string {
  const calls = callsOf(requests).map(
    ({ toolName, input }) => `${toolName} ${JSON.stringify(input)}`,
  )
  const others = requests.flatMap((request) => (request.kind === 'talk' ? request.topic : []))
  return [...calls, ...others, ...(calls.length + others.length === 0 ? ['nothing'] : [])].join(
    '; ',
  )
}
