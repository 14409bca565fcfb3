import * as z from 'zod'

const Calls = z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())]))

/** A labeled conversation: the user's messages, and the calls or the topic the last leads to. */
export const Example = z
  .strictObject({
    ask: z.array(z.string().min(1)).min(1),
    calls: Calls.optional(),
    answer: z.string().optional(),
    /** Set if it does not follow from the calls: "more" and "and yesterday?" change a request. */
    intent: z.string().optional(),
  })
  .refine(({ calls, answer }) => (calls === undefined) !== (answer === undefined), {
    message: 'An example has either calls or an answer.',
  })

export type Example = z.infer<typeof Example>

/** Remarks around a question, such as a greeting or a thank-you. */
export const Asides = z.object({ before: z.array(z.string()), after: z.array(z.string()) })

export type Asides = z.infer<typeof Asides>

const INTENTS: Readonly<Record<string, string>> = {
  getTopProducts: 'ranking',
  getTopProductsThisWeek: 'ranking',
  getTopProductsByTimeframe: 'ranking',
  searchProducts: 'search',
  triggerConfetti: 'confetti',
}

/** The intent of an example's last message; undefined if it has several. */
export function intentOf({ calls, answer, intent }: Example): string | undefined {
  if (intent) return intent
  if (answer === 'what-for') return 'search'
  if (answer === 'future') return 'ranking'
  if (answer !== undefined) return answer
  const intents = new Set(calls?.map(([toolName]) => INTENTS[toolName]))
  const [only] = intents
  return intents.size === 1 ? only : undefined
}

/** The lower-cased query of each expected search. */
export function queriesOf({ calls = [] }: Example): string[] {
  return calls.flatMap(([toolName, { query }]) =>
    toolName === 'searchProducts' ? String(query).toLowerCase() : [],
  )
}

export function limitsOf({ calls = [] }: Example): unknown[] {
  return calls.map(([, { limit }]) => limit)
}
