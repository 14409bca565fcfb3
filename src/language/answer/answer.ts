import type * as z from 'zod'
import { Confetti } from '../../tools/confetti.ts'
import { SearchProductsAnswer } from '../../tools/search-products.ts'
import { TopProductsAnswer } from '../../tools/top-products.ts'
import { TopProductsByTimeframeAnswer } from '../../tools/top-products-by-timeframe.ts'
import { TopProductsThisWeekAnswer } from '../../tools/top-products-this-week.ts'
import type { Outcome } from '../dialogue/conversation.ts'
import { failureAnswer } from './failure-answer.ts'
import { escaped } from './markdown.ts'
import { rankingAnswer } from './ranking-answer.ts'
import { searchAnswer } from './search-answer.ts'

interface AnswerContext {
  defaultTimezone: string
  /** Whether the message names a timeframe that a search has to ignore. */
  ignoresTime: boolean
  /** Whether the requested count is above the maximum of a ranking. */
  tooMany: boolean
  /** Whether a ranking by comments was requested. */
  byComments: boolean
}

/** Far above any answer to our own tools; results sent by a caller can be of any size. */
const MAX_CHARACTERS = 20_000

/** Formats the results of all tool calls as one Markdown text, in call order. */
export function answer(outcomes: readonly Outcome[], context: AnswerContext): string {
  const text = outcomes.map((outcome) => answerTo(outcome, context)).join('\n\n')
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}

function answerTo({ toolName, result, failure }: Outcome, context: AnswerContext) {
  if (failure !== undefined) return failureAnswer(failure)
  const { defaultTimezone, ignoresTime, tooMany, byComments } = context
  const options = { tz: defaultTimezone, tooMany, byComments }
  const formatters = {
    getTopProducts: () => format(TopProductsAnswer, result, (it) => rankingAnswer(it, options)),
    getTopProductsThisWeek: () =>
      format(TopProductsThisWeekAnswer, result, (it) => rankingAnswer(it, options)),
    getTopProductsByTimeframe: () =>
      format(TopProductsByTimeframeAnswer, result, (it) =>
        rankingAnswer(it, { ...options, tz: it.tz }),
      ),
    searchProducts: () =>
      format(SearchProductsAnswer, result, (it) => searchAnswer(it, { ignoresTime })),
    triggerConfetti: () => format(Confetti, result, ({ reason }) => confettiAnswer(reason)),
  }
  const formatter = new Map(Object.entries(formatters)).get(toolName)
  return formatter ? formatter() : `${escaped(toolName)} has answered.`
}

/** Validates a result with the tool's own schema, so fields it does not declare are never shown. */
function format<Schema extends z.ZodType>(
  schema: Schema,
  result: unknown,
  toText: (data: z.output<Schema>) => string,
): string {
  const parsed = schema.safeParse(result)
  return parsed.success ? toText(parsed.data) : failureAnswer('its answer could not be read.')
}

function confettiAnswer(reason: string): string {
  return reason === 'celebration' ? '🎉 Hooray!' : `🎉 Hooray: ${escaped(reason)}!`
}
