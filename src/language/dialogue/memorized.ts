import * as z from 'zod'
import { NO_SPELLING } from '../normalise/spelling.ts'
import { readUtterance, textAt, type Utterance } from '../normalise/utterance.ts'
import { findSlots, type Moment } from '../slots/slots.ts'
import { ALL_TIME, named } from '../slots/timeframe.ts'
import { isTopic, type Request, talk } from './request.ts'

/** Of the calls that examples have; `query` has the words, or their positions in the message. */
const Args = z.looseObject({
  timeframe: z.string().optional(),
  tz: z.string().optional(),
  query: z.union([z.string(), z.array(z.number())]).optional(),
  limit: z.number().optional(),
  days: z.number().optional(),
})
type Args = z.infer<typeof Args>
const Calls = z.array(z.tuple([z.string(), Args]))

/** The requests of a memorized example, stored as a topic or as JSON tool calls. */
export function memorizedRequests(
  memorized: string,
  moment: Moment,
  utterance: Utterance,
): Request[] {
  if (isTopic(memorized)) return [talk(memorized)]
  return Calls.parse(JSON.parse(memorized)).map(([toolName, args]) => {
    if (toolName === 'triggerConfetti') return { kind: 'confetti', args }
    const { tz: zone, limit: count } = args
    return toolName === 'searchProducts'
      ? { kind: 'search', words: wordsOf(args, utterance), count }
      : { kind: 'ranking', time: timeOf(toolName, args, moment), zone, count }
  })
}

function wordsOf({ query = '' }: Args, { tokens }: Utterance): string {
  return typeof query === 'string' ? query : query.map((at) => textAt(tokens, at)).join(' ')
}

function timeOf(toolName: string, { timeframe, days = 7 }: Args, moment: Moment) {
  const text = toolName === 'getTopProducts' ? ALL_TIME : (timeframe ?? `last_${days}_days`)
  const [time] = findSlots(readUtterance(text.replaceAll('_', ' '), NO_SPELLING), moment).times
  return time && named(text, time.value)
}

/** The arguments of a call with the words of its query as positions, which take less space. */
export function withPositions(args: Readonly<Record<string, unknown>>, { tokens }: Utterance) {
  if (typeof args.query !== 'string') return args
  const positions = args.query
    .split(' ')
    .map((word) => tokens.findIndex(({ text }) => text === word))
  return positions.includes(-1) ? args : { ...args, query: positions }
}
