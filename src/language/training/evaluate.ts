import { resolveTimeframe, rollingWindow } from '../../ranking/timeframe.ts'
import { type Call, chooseTool, TOOL_NAMES } from '../choose-tool.ts'
import { isToolRequest, type Request } from '../dialogue/request.ts'
import { understand } from '../dialogue/understand.ts'
import { createModel } from '../intent/model.ts'
import { distance } from '../normalise/spelling.ts'
import { type Example, intentOf } from './example.ts'
import { createRandom } from './random.ts'
import { MOMENT, type TrainingData, train } from './train.ts'
import { withAsideAfter, withAsideBefore, withTypo } from './vary.ts'

/** Examples that are answered as they are taught, and harder ones that are only learned from. */
export interface Corpus extends TrainingData {
  practice: readonly Example[]
}

export interface Score {
  correct: number
  total: number
}

/** Accuracy on held-out examples, by how each was varied. */
export interface Report {
  scores: Record<string, Score>
  /** Accuracy on the unvaried examples, by intent. */
  intents: Record<string, Score>
  /** Each failed example with what it was understood as. */
  wrong: string[]
}

/**
 * K-fold cross-validation: each fold is evaluated on a model trained on the others. The practice
 * examples are not varied.
 */
export function crossValidate({ examples, practice, ...others }: Corpus, folds = 10): Report {
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
    const isInFold = (_: Example, at: number) => at % folds === fold
    const isTaught = (_: Example, at: number) => at % folds !== fold
    const taught = [...examples.filter(isTaught), ...practice.filter(isTaught)]
    const model = createModel(train({ examples: taught, ...others }))
    for (const example of practice.filter(isInFold)) {
      record(report, 'practice', example, example.ask, understand(example.ask, MOMENT, model))
    }
    for (const example of examples.filter(isInFold)) {
      for (const [name, vary] of Object.entries(variants)) {
        if (name.includes('aside') && example.calls === undefined) continue
        const messages = example.ask.with(-1, vary(example.ask.at(-1) ?? ''))
        record(report, name, example, messages, understand(messages, MOMENT, model))
      }
    }
  }
  return report
}

function record(
  report: Report,
  variant: string,
  example: Example,
  messages: readonly string[],
  requests: readonly Request[],
) {
  const isCorrect = isExpected(example, requests)
  count(report.scores, variant, isCorrect)
  if (variant !== 'as it is') return
  count(report.intents, intentOf(example) ?? 'several', isCorrect)
  if (!isCorrect) report.wrong.push(`${messages.join(' >> ')} -> ${describe(requests)}`)
}

/** Whether requests lead to calls equivalent to the expected ones, in any order. */
export function isExpected(
  { calls: expected = [], answer }: Example,
  requests: readonly Request[],
) {
  if (answer === 'item') return requests.some(({ kind }) => kind === 'item')
  const remaining = callsOf(requests)
  for (const [toolName, input] of expected) {
    const at = remaining.findIndex((call) => isEquivalent({ toolName, input }, call))
    if (at < 0) return false
    remaining.splice(at, 1)
  }
  return remaining.length === 0
}

function callsOf(requests: readonly Request[]): Call[] {
  return requests.filter(isToolRequest).flatMap((request) => chooseTool(request, TOOL_NAMES) ?? [])
}

function isEquivalent(expected: Call, { toolName, input }: Call): boolean {
  const isSearch = expected.toolName === 'searchProducts'
  if (expected.toolName === 'triggerConfetti') return toolName === expected.toolName
  if (!isSameLimit(expected.input.limit, input.limit)) return false
  if (isSearch || toolName === 'searchProducts') {
    return toolName === expected.toolName && isSameQuery(expected.input.query, input.query)
  }
  return windowOf(expected) === windowOf({ toolName, input })
}

/** No expected limit matches any; an expected winner (1) also matches the default of 3. */
function isSameLimit(expected: unknown, limit: unknown): boolean {
  if (expected === undefined || expected === limit) return true
  return expected === 1 && (limit === undefined || limit === 3)
}

/** At least two thirds of the expected words, and at most one other. */
function isSameQuery(expected: unknown, query: unknown): boolean {
  const words = String(query).toLowerCase().split(/[ -]/)
  const expectedWords = String(expected).toLowerCase().split(/[ -]/)
  const matched = expectedWords.filter((word) => words.some((other) => isFuzzyMatch(word, other)))
  const isRecalled = matched.length * 3 >= expectedWords.length * 2
  return isRecalled && words.length <= matched.length + 1
}

/** Tolerates typos and plurals, as the search does. */
function isFuzzyMatch(word: string, other: string): boolean {
  const maxDistance = word.length > 6 ? 2 : word.length > 3 ? 1 : 0
  return word === other || distance(word, other, maxDistance) <= maxDistance
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
    return timeframe // invalid, such as a nonexistent day: the tool reports it
  }
}

function count(scores: Record<string, Score>, name: string, isCorrect: boolean) {
  const { correct, total } = scores[name] ?? { correct: 0, total: 0 }
  scores[name] = { correct: correct + (isCorrect ? 1 : 0), total: total + 1 }
}

function describe(requests: readonly Request[]): string {
  const calls = callsOf(requests).map((call) => `${call.toolName} ${JSON.stringify(call.input)}`)
  const topics = requests.flatMap((request) => (request.kind === 'talk' ? request.topic : []))
  return [...calls, ...topics].join('; ') || 'nothing'
}
