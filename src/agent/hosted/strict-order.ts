import type { LanguageModelV3Message } from '@ai-sdk/provider'

type Message = LanguageModelV3Message

/** Said for somebody whose turn was left out. */
const GO_ON: Message = { role: 'user', content: [{ type: 'text', text: 'Go on.' }] }
const OK: Message = { role: 'assistant', content: [{ type: 'text', text: 'OK.' }] }

/**
 * A conversation as the strictest host wants it. The first and the last to speak is the user, or a tool
 * at the end; nobody speaks twice in a row; a user never follows a tool.
 */
export function inStrictOrder(prompt: readonly Message[]): Message[] {
  const ordered: Message[] = []
  for (const message of prompt) {
    const last = ordered.at(-1)
    if (last?.role === 'tool' && message.role === 'user') ordered.push(OK)
    if (message.role === 'assistant' && (!last || last.role === 'system')) ordered.push(GO_ON)
    const joined = last && join(last, message)
    if (joined) ordered.splice(-1, 1, joined)
    else ordered.push(message)
  }
  const role = ordered.at(-1)?.role
  return role === 'user' || role === 'tool' ? ordered : [...ordered, GO_ON]
}

function join(last: Message, next: Message): Message | undefined {
  if (last.role === 'user' && next.role === 'user') {
    return { ...next, content: [...last.content, SPACE, ...next.content] }
  }
  if (last.role !== 'assistant' || next.role !== 'assistant') return undefined
  const hasText = next.content.some(({ type }) => type === 'text')
  return { ...next, content: [...last.content, ...(hasText ? [SPACE] : []), ...next.content] }
}

const SPACE = { type: 'text', text: '\n\n' } as const
