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
  /** Whether a time was named that a search could not heed. */
  timeless: boolean
  /** Whether more were asked for than a ranking names. */
  tooMany: boolean
  /** Whether it was to be ranked by comments. */
  byComments: boolean
}

/** Many times what our tools give to tell of; a caller may send results along that give more. */
const MAX_CHARACTERS = 20_000

/** The answer in words to all that the tools said, in the order in which they were asked. */
export function answer(outcomes: readonly Outcome[], context: AnswerContext): string {
  const text = outcomes.map((outcome) => answerTo(outcome, context)).join('\n\n')
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}

function answerTo({ toolName, result, failure }: Outcome, context: AnswerContext) {
  if (failure !== undefined) return failureAnswer(failure)
  const { defaultTimezone, timeless, tooMany, byComments } = context
  const asking = { tz: defaultTimezone, tooMany, byComments }
  const known = {
    getTopProducts: () => read(TopProductsAnswer, result, (it) => rankingAnswer(it, asking)),
    getTopProductsThisWeek: () =>
      read(TopProductsThisWeekAnswer, result, (it) => rankingAnswer(it, asking)),
    getTopProductsByTimeframe: () =>
      read(TopProductsByTimeframeAnswer, result, (it) =>
        rankingAnswer(it, { ...asking, tz: it.tz }),
      ),
    searchProducts: () =>
      read(SearchProductsAnswer, result, (it) => searchAnswer(it, { timeless })),
    triggerConfetti: () => read(Confetti, result, ({ reason }) => cheer(reason)),
  }
  const tell = new Map(Object.entries(known)).get(toolName)
  return tell ? tell() : `${escaped(toolName)} has answered.`
}

/** A result is read with the tool's own schema: what it does not hold is never told. */
function read<Schema extends z.ZodType>(
  schema: Schema,
  result: unknown,
  tell: (answer: z.output<Schema>) => string,
): string {
  const parsed = schema.safeParse(result)
  return parsed.success ? tell(parsed.data) : failureAnswer('its answer could not be read.')
}

function cheer(reason: string): string {
  return reason === 'celebration' ? '🎉 Hooray!' : `🎉 Hooray: ${escaped(reason)}!`
}
