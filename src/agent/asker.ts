import type { Message, RunInput } from '../core/run.ts'

/** What a model should know of the user who asks. */
export interface AskerFacts {
  timezone: string
  locale?: string
  /** The name before the turns of the user, in a group. */
  speaker?: string
}

export function askerFacts({ asker = {} }: RunInput, defaultTimezone: string): AskerFacts {
  const { timezone = defaultTimezone, locale, isInGroup, name, uid } = asker
  const speaker = isInGroup ? (name ?? uid) : undefined
  return { timezone, ...(locale && { locale }), ...(speaker && { speaker }) }
}

/** In a group, the last turn starts with the name of the user, if it does not already. */
export function withSpeaker(
  messages: readonly Message[],
  { speaker }: AskerFacts,
): readonly Message[] {
  const last = messages.at(-1)
  if (!speaker || last?.role !== 'user' || last.content.startsWith(`${speaker}: `)) return messages
  return [...messages.slice(0, -1), { ...last, content: `${speaker}: ${last.content}` }]
}
