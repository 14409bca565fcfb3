import * as z from 'zod'
import { type Call, callFor, eachDay, productCall, windowCalls } from './calls.ts'
import type { Listed, Outcome } from './dialogue/conversation.ts'
import type { AskRequest, Request, WindowRequest } from './dialogue/request.ts'

/** What serves a request: calls, or a text if it needs none. */
export interface Plan {
  calls: readonly Call[]
  text?: string
  /** What earlier answers say of its products. */
  known?: readonly Listed[]
}

export interface Step {
  request: Request
  plan: Plan
}

/** The results of a step: those of its calls, and of what these led to. */
export interface StepOutcomes {
  first: Outcome[]
  next: Outcome[]
}

export function distinct(calls: readonly Call[]): Call[] {
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()]
}

/** The outcomes of each step. They come in the order of the calls, and then of those that follow. */
export function outcomesOf(steps: readonly Step[], outcomes: readonly Outcome[]): StepOutcomes[] {
  const keys = distinct(steps.flatMap(({ plan }) => plan.calls)).map((call) => JSON.stringify(call))
  let used = keys.length
  return steps.map((step) => {
    const first = step.plan.calls.flatMap(
      (call) => outcomes[keys.indexOf(JSON.stringify(call))] ?? [],
    )
    const count = used < outcomes.length ? nextCalls(step.request, first).length : 0
    used += count
    return { first, next: outcomes.slice(used - count, used) }
  })
}

/** The calls that the results of the first ones ask for; none once they have been made. */
export function followUps(
  steps: readonly Step[],
  outcomes: readonly Outcome[],
  offered: ReadonlySet<string>,
): Call[] {
  const made = distinct(steps.flatMap(({ plan }) => plan.calls))
  if (made.length === 0 || outcomes.length !== made.length) return []
  const next = outcomesOf(steps, outcomes).flatMap(({ first }, at) => {
    const request = steps[at]?.request
    return request ? nextCalls(request, first) : []
  })
  return next.filter(({ toolName }) => offered.has(toolName))
}

const Found = z.object({
  q: z.string(),
  hits: z.array(z.object({ id: z.string(), name: z.string() })),
})
/** What fails with a source that has no topics. */
export const NO_TOPICS = /because (.{1,60}) does not filter by topic/
const NO_PRODUCT = /no product/

/** A product that a search has by its name is looked up; a name that is none is searched for. */
function nextCalls(request: Request, [first]: readonly Outcome[]): Call[] {
  if (!first) return []
  const { result, failure = '' } = first
  switch (request.kind) {
    case 'search': {
      const [hit] = Found.safeParse(result).data?.hits ?? []
      const { words, phrase = words } = request
      const isNamed = hit && [words, phrase].some((name) => isSameName(hit.name, name))
      return isNamed ? [productCall(hit.id)] : []
    }
    case 'ask': {
      const beside = besideOf(request, first)
      if (beside) return windowCalls(beside)
      const words = NO_PRODUCT.test(failure) ? nameAskedAbout(request) : undefined
      return words ? [callFor({ kind: 'search', words })] : []
    }
    case 'ranking':
      return NO_TOPICS.test(failure) ? eachDay({ ...request, topic: undefined }).map(callFor) : []
    default:
      return []
  }
}

/** The question of the launches that have more or less of a measure than a product that was read. */
export function besideOf(request: AskRequest, { result }: Outcome): WindowRequest | undefined {
  const { whole, than, measure } = request
  const { data } = Counted.safeParse(result)
  const count = measure === 'comments' ? data?.product.commentsCount : data?.product.votesCount
  if (!whole || !than || typeof count !== 'number') return undefined
  const ends = than === 'above' ? { min: count + 1 } : { max: count - 1 }
  const field = measure === 'comments' ? measure : 'votes'
  return {
    ...request,
    than: undefined,
    bounds: { field, ...ends },
    set: { kind: 'window', rankings: [whole] },
  }
}

const Counted = z.object({
  product: z.object({ votesCount: z.number().nullable(), commentsCount: z.number().nullable() }),
})

function nameAskedAbout({ operation, set }: AskRequest): string | undefined {
  const [first] = set.kind === 'products' ? set.references : []
  const isNamed = operation === 'about' && typeof first === 'object' && 'name' in first
  return isNamed ? first.name : undefined
}

function isSameName(name: string, words: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  return plain(name) === plain(words)
}
