import { type ChatMessage, textOf } from './answer.ts'
import type { Question } from './ask-agent.ts'

// Well below the limits of the service, so that a visitor never exceeds those.
const MAX_MESSAGES = 500
const MAX_CHARACTERS = 100_000

export const MAX_QUESTION_CHARACTERS = 20_000

/** The conversation as sent to the agent, without its oldest messages if it is too long. */
export function historyOf(messages: readonly ChatMessage[]): Question['messages'] {
  const texts = messages
    .map((message) =>
      message.author === 'user'
        ? { role: 'user' as const, content: message.text }
        : { role: 'assistant' as const, content: textOf(message) },
    )
    .filter(({ content }) => content !== '')
    .slice(-MAX_MESSAGES)
  let characters = 0
  const last = texts.findLastIndex(({ content }) => {
    characters += content.length
    return characters > MAX_CHARACTERS
  })
  return texts.slice(last + 1)
}
