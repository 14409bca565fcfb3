import { textBetween } from '../normalise/tokens.ts'
import { rankingsOf } from './actions.ts'
import type { State } from './follow-up.ts'
import type { Reading } from './reading.ts'
import { IT, THEM } from './references.ts'
import type { Request } from './request.ts'

const TOPIC = '(?:topics|categories)'
/** "Which topics exist?", "launches by topic". */
const ALL = new RegExp(
  `^(?:(?:and|so|ok|hi|hello|please|,) )*(?:what|which|list|show|tell|give|name|all)(?: (?:are|me|us|all|the|of|your|possible|available|different|kind|kinds|about))* ${TOPIC}\\b` +
    '(?: (?:·|do|does|are|is|exist|there|you|have|know|available|can|could|i|we|it|cover|of|the|board|site|this|use|choose|pick|from|in|on|all|list|track|offer|search|filter|by|for|to|here|launches|please|with|were|was))*[^\\p{L}\\p{N}]*$|' +
    '^(?!.*\\b(?:top|best|won|winners?|average)\\b).*\\blaunch(?:es)?\\b.*\\b(?:per|by|for each|in each|of each|each) (?:topic|category)\\b',
  'u',
)
const FEWEST = /\b(?:which|what) (?:topic|category)\b.*\b(?:fewest|least|smallest|rarest)\b/

/** What a message asks of the topics of a time, or of all launches. */
export function topicsAsked(reading: Reading, { ranking, hasSubject }: State): Request | undefined {
  const { heard, tokens, slots } = reading
  const times = slots.times.filter(({ value }) => !value.weak)
  const taken = times.flatMap(({ from, to }) => tokens.slice(from, to))
  const text = textBetween(heard.map((one) => (taken.includes(one) ? { ...one, text: '·' } : one)))
  const isFewest = FEWEST.test(text)
  if (THEM.test(text) || (hasSubject && IT.test(text))) return undefined
  if (!(isFewest || ALL.test(text))) return undefined
  const [first] = rankingsOf(reading, [])
  const time = first?.time ?? (isFewest ? ranking?.time : undefined)
  return {
    kind: 'ask',
    operation: isFewest ? 'quietest' : 'busiest',
    measure: /\bvotes?\b/.test(text) ? 'votes' : 'launch',
    isSorted: !isFewest,
    by: 'topics',
    set: { kind: 'window', rankings: [{ kind: 'ranking', ...first, time }] },
  }
}
