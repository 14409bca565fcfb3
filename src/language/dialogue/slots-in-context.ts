import { COUNT } from '../../ranking/limits.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import type { Utterance } from '../normalise/utterance.ts'
import type { Slots } from '../slots/slots.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import type { Span } from '../slots/times.ts'
import type { DialogueState } from './follow-up.ts'
import { DETAIL } from './reply-intent.ts'

/** The slots of a message that follows a list, whose items "the second" may refer to. */
export function slotsInContext(utterance: Utterance, slots: Slots, { last }: DialogueState): Slots {
  if (!last || last.kind === 'confetti') return slots
  const before = last.kind === 'ranking' ? last.time : undefined
  return { ...slots, times: slots.times.filter((span) => !isListItem(span, utterance, before)) }
}

/** Whether "the second" is a product of the list and not a day of the month. */
function isListItem(
  { value, from, to }: Span<Timeframe>,
  { text, tokens }: Utterance,
  before: Timeframe | undefined,
): boolean {
  const ordinal = tokens[from]?.text ?? ''
  const number = ORDINALS.indexOf(ordinal) + 1 || Number.parseInt(ordinal, 10) + 1
  if (value.repeats !== 'month' || to > from + 1 || !(number <= COUNT.max + 1)) return false
  const isDated = /^(?:on|since|from|to|until|by|till)$/.test(tokens[from - 2]?.text ?? '')
  const isAmbiguous = isDated || (before && +before.first === +before.last)
  return !isAmbiguous || DETAIL.test(text)
}
