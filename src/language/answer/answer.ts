import type * as z from 'zod'
import { COUNT } from '../../ranking/limits.ts'
import { TIMEFRAME_FORMS } from '../../ranking/parse-timeframe.ts'
import type { Product } from '../../ranking/product.ts'
import { hasTopic } from '../../ranking/topic.ts'
import { Confetti } from '../../tools/confetti.ts'
import { ProductDetails } from '../../tools/product.ts'
import { ProductHistory } from '../../tools/product-history.ts'
import { SearchProductsAnswer } from '../../tools/search-products.ts'
import { TrendingProductsAnswer } from '../../tools/trending-products.ts'
import type { Outcome } from '../dialogue/conversation.ts'
import {
  type AskRequest,
  isToolRequest,
  type RankingRequest,
  type Request,
  type SearchRequest,
  type ToolRequest,
} from '../dialogue/request.ts'
import { escaped } from '../markdown.ts'
import { besideOf, NO_TOPICS, outcomesOf, type Step, type StepOutcomes } from '../plan.ts'
import { askAnswer, likeOf } from './ask-answer.ts'
import { cardOf, productList } from './products.ts'
import { historyAnswer, Ranking, rankingAnswer, trendingAnswer } from './ranking-answer.ts'
import type { Context } from './rows.ts'
import { outcomesOfTimes } from './together.ts'
import { AT_MOST, inTopics, notesOn, withUnit } from './wording.ts'

interface AnswerContext {
  defaultTimezone: string
  now: Date
}

/** Far above any answer to our own tools; results sent by a caller can be of any size. */
const MAX_CHARACTERS = 20_000
const MAX_FAILURE_CHARACTERS = 400

/** The answers to all requests of a message as one Markdown text, in their order. */
export function answer(
  steps: readonly Step[],
  outcomes: readonly Outcome[],
  context: AnswerContext,
): string {
  const served = steps.filter(({ plan }) => plan.calls.length > 0)
  // What a client has called for itself is of no request.
  const isOurs =
    served.flatMap(({ plan }) => plan.calls).length >= outcomes.length || served.length > 0
  const parts = isOurs
    ? outcomesOf(steps, outcomes).map((own, at) => [
        ...answerToStep(steps[at], own, context),
        ...remarksIn(steps[at]?.request),
      ])
    : outcomes.map((outcome) => answerTo(outcome, undefined, context))
  const text = [...new Set(parts.map((part) => part.join('\n\n')))].filter(Boolean).join('\n\n')
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}

/** What the request of an answer leaves out. */
function remarksIn(request: Request | undefined): readonly string[] {
  return (request && 'remarks' in request && request.remarks) || []
}

function answerToStep(
  step: Step | undefined,
  { first: read, next }: StepOutcomes,
  context: AnswerContext,
): string[] {
  if (!step) return []
  const { request, plan } = step
  if (plan.text !== undefined) return [plan.text]
  const first = outcomesOfTimes(request, read)
  const [again] = next
  if (request.kind === 'ask' && (!again || request.than))
    return answerToAsk(request, { first, next }, { ...context, known: plan.known ?? [] })
  const isCard = again?.toolName === 'getProduct'
  if (isCard && again.failure === undefined)
    return format(ProductDetails, again.result, (details) =>
      request.kind === 'search' && request.isLike
        ? likeOf({ ...details.product, details })
        : cardOf(details, context.defaultTimezone),
    )
  // Without the card, what was found still says something.
  const shown = again && !isCard ? [again] : first
  const withoutTopics = again && NO_TOPICS.exec(first[0]?.failure ?? '')?.[1]
  return [
    ...(withoutTopics ? [`${escaped(withoutTopics)} has no topics: these are of all.`] : []),
    ...shown.flatMap((outcome) =>
      answerTo(outcome, isToolRequest(request) ? request : undefined, context),
    ),
  ]
}

function answerToAsk(
  request: AskRequest,
  { first, next }: StepOutcomes,
  context: AnswerContext & Pick<Context, 'known'>,
): string[] {
  const [beside] = first.flatMap((one) => besideOf(request, one) ?? [])
  const outcomes = beside ? outcomesOfTimes(beside, next) : first
  return askAnswer(beside ?? request, { ...context, outcomes })
}

function answerTo(
  { toolName, result, failure }: Outcome,
  request: ToolRequest | undefined,
  { defaultTimezone }: AnswerContext,
): string[] {
  if (failure !== undefined) return failureAnswer(failure)
  // A result that answers no request of ours is a ranking or a search all the same.
  const asked: Partial<RankingRequest> = request?.kind === 'ranking' ? request : {}
  switch (toolName) {
    case 'getTopProducts':
    case 'getTopProductsThisWeek':
    case 'getTopProductsByTimeframe':
    case 'findLaunches':
      return format(Ranking, result, (ranking) => rankingAnswer(ranking, asked, defaultTimezone))
    case 'getTrendingProducts':
      return format(TrendingProductsAnswer, result, (trending) => [
        trendingAnswer(trending, asked.count),
        ...notesOn(trending),
      ])
    case 'getProductHistory':
      return format(ProductHistory, result, (history) => [
        historyAnswer(history),
        ...notesOn(history),
      ])
    case 'searchProducts':
      return format(SearchProductsAnswer, result, (found) => searchAnswer(found, request))
    case 'triggerConfetti':
      return format(Confetti, result, ({ reason }) => [
        reason === 'celebration' ? '🎉 Hooray!' : `🎉 Hooray: ${escaped(reason)}!`,
      ])
    default:
      return ['Done.']
  }
}

/** Validates a result, so that fields its schema does not declare are never shown. */
function format<Schema extends z.ZodType>(
  schema: Schema,
  result: unknown,
  toText: (data: z.output<Schema>) => string[],
): string[] {
  const parsed = schema.safeParse(result)
  return parsed.success ? toText(parsed.data) : failureAnswer('its answer could not be read.')
}

function searchAnswer(found: SearchProductsAnswer, request?: ToolRequest): string[] {
  const asked: Partial<SearchRequest> = request?.kind === 'search' ? request : {}
  const { hasTime, isTooLong, except = [], count } = asked
  const isLeft = (hit: Product) => !except.some((topic) => hasTopic(hit, topic))
  const hits = found.hits.filter(isLeft).slice(0, count)
  const query = [`“${escaped(found.q)}”`, inTopics(undefined, [], except)]
    .filter(Boolean)
    .join(', ')
  // What was listed before is not listed again.
  if (isTooLong)
    return [hits.length < COUNT.max ? 'I found no others.' : `${AT_MOST} Other words find others.`]
  const listed =
    hits.length === 0
      ? [`I found no product for ${query}. Try other words: fewer, or more general ones.`]
      : [`**${withUnit(hits.length, 'product')} for ${query}**`, productList(hits)]
  return [
    ...listed,
    ...(hasTime ? ['Search looks at all launches, whatever their date.'] : []),
    ...notesOn(found),
  ]
}

/** Quotes the tool's own message, without the forms that programs write, and adds no guess. */
function failureAnswer(message: string): string[] {
  const [explained = ''] = message.split(` Use ${TIMEFRAME_FORMS}`)
  const reason = escaped(explained.slice(0, MAX_FAILURE_CHARACTERS))
  return [`That did not work: ${reason || 'the tool failed without saying why.'}`]
}
