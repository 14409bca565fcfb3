import * as z from 'zod'
import { NO_SPELLING } from '../normalise/spelling.ts'
import { readUtterance, type Utterance } from '../normalise/utterance.ts'
import { findSlots, type Moment } from '../slots/slots.ts'
import { named } from '../slots/timeframe.ts'
import { isTopic, type Request, talk } from './request.ts'

const Calls = z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())]))
const Text = z.string().optional().catch(undefined)
const Count = z.number().optional().catch(undefined)
/** The words of a query, or their positions in the message. */
const Query = z.union([z.string(), z.array(z.number())]).catch('')
const Args = z.object({ timeframe: Text, tz: Text, query: Query, limit: Count, days: Count })

/** The requests of a memorized example, stored as a topic or as JSON tool calls. */
export function memorizedRequests(
  memorized: string,
  moment: Moment,
  utterance: Utterance,
): Request[] {
  if (isTopic(memorized)) return [talk(memorized)]
  return Calls.parse(JSON.parse(memorized)).map(([toolName, args]) =>
    requestOf(toolName, args, moment, utterance),
  )
}

function requestOf(
  toolName: string,
  args: Readonly<Record<string, unknown>>,
  moment: Moment,
  utterance: Utterance,
): Request {
  const { timeframe, tz: zone, query, limit: count, days } = Args.parse(args)
  if (toolName === 'searchProducts')
    return { kind: 'search', words: wordsOf(query, utterance), count }
  if (toolName === 'triggerConfetti') return { kind: 'confetti', args }
  const text = toolName === 'getTopProducts' ? 'all_time' : (timeframe ?? `last_${days ?? 7}_days`)
  const [time] = findSlots(readUtterance(text.replaceAll('_', ' '), NO_SPELLING), moment).times
  return { kind: 'ranking', time: time && named(text, time.value), zone, count }
}

function wordsOf(query: z.infer<typeof Query>, { tokens }: Utterance): string {
  return typeof query === 'string' ? query : query.map((at) => tokens[at]?.text ?? '').join(' ')
}

/** The arguments of a call with the words of its query as positions, which take less space. */
export function withPositions(args: Readonly<Record<string, unknown>>, { tokens }: Utterance) {
  if (typeof args.query !== 'string') return args
  const positions = args.query
    .split(' ')
    .map((word) => tokens.findIndex(({ text }) => text === word))
  return positions.includes(-1) ? args : { ...args, query: positions }
}
