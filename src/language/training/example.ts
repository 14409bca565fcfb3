import * as z from 'zod'

const Calls = z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())]))

/** One example: what was asked, message by message, and the calls or the topic it leads to. */
export const Example = z
  .strictObject({
    ask: z.array(z.string().min(1)).min(1),
    calls: Calls.optional(),
    answer: z.string().optional(),
    /** Where the calls do not tell it: "more" and "and yesterday?" only change a request. */
    intent: z.string().optional(),
  })
  .refine(({ calls, answer }) => (calls === undefined) !== (answer === undefined), {
    message: 'An example has either calls or an answer.',
  })

export type Example = z.infer<typeof Example>

/** What people say beside their question. */
export const Asides = z.object({ before: z.array(z.string()), after: z.array(z.string()) })

export type Asides = z.infer<typeof Asides>

const INTENTS: Readonly<Record<string, string>> = {
  getTopProducts: 'ranking',
  getTopProductsThisWeek: 'ranking',
  getTopProductsByTimeframe: 'ranking',
  searchProducts: 'search',
  triggerConfetti: 'confetti',
}

/** The intent of an example's last message; none where it has several. */
export function intentOf({ calls, answer, intent }: Example): string | undefined {
  if (intent) return intent
  if (answer === 'what-for') return 'search'
  if (answer === 'future') return 'ranking'
  if (answer !== undefined) return answer
  const intents = new Set(calls?.map(([toolName]) => INTENTS[toolName]))
  const [only] = intents
  return intents.size === 1 ? only : undefined
}

/** What an example searches for, search by search. */
export function queriesOf({ calls = [] }: Example): string[] {
  return calls.flatMap(([toolName, { query }]) =>
    toolName === 'searchProducts' ? String(query).toLowerCase() : [],
  )
}

export function limitsOf({ calls = [] }: Example): unknown[] {
  return calls.map(([, { limit }]) => limit)
}
