import { HttpAgent } from '@ag-ui/client'
import { type AGUIEvent, EventType } from '@ag-ui/core'
import { HttpAgent as OldHttpAgent } from 'ag-ui-client-0.0.39'
import { HttpAgent as CopilotHttpAgent } from 'ag-ui-client-0.0.59'

interface Question {
  messages: unknown[]
  tools?: unknown[]
  context?: unknown[]
}

interface Seen {
  events: AGUIEvent[]
  /** The conversation as the client has it afterwards. */
  messages: { id: string; role: string; content?: unknown; toolCalls?: unknown[] }[]
  /** What the client failed with, in its words. */
  failure: string | undefined
}

export type Client = (
  url: string,
  question: Question,
  fetch?: typeof globalThis.fetch,
) => Promise<Seen>

/** The official client; it verifies the order and the shape of every event it reads. */
export const client: Client = (url, question, fetch = globalThis.fetch) =>
  ask(new HttpAgent({ url, threadId: 't', fetch: (to, init) => fetch(to, init) }), question)

/** The same from a year before, as chat platforms still have it. */
export const oldClient: Client = (url, question) =>
  ask(new OldHttpAgent({ url, threadId: 't' }), question)

/** The one that CopilotKit's runtime pins, of those that refuse `outcome.pendingToolCallIds`. */
export const copilotClient: Client = (url, question) =>
  ask(new CopilotHttpAgent({ url, threadId: 't' }), question)

// They differ in types alone, so what they have in common is spelled out here.
interface Agent {
  messages: unknown[]
  runAgent(parameters: object, subscriber: object): Promise<unknown>
}

async function ask(agent: object, { messages, ...rest }: Question): Promise<Seen> {
  const official = agent as unknown as Agent
  const events: AGUIEvent[] = []
  let failure: string | undefined
  official.messages = messages.map((message, index) => Object.assign({ id: `${index}` }, message))
  const subscriber = {
    onEvent: ({ event }: { event: AGUIEvent }) => {
      events.push(event)
    },
    onRunFailed: ({ error }: { error: Error }) => {
      failure = error.message
    },
  }
  await official.runAgent({ runId: 'r', ...rest }, subscriber).catch((error: Error) => {
    failure ??= error.message
  })
  const said = events.find(({ type }) => type === EventType.RUN_ERROR)
  if (said?.type === EventType.RUN_ERROR) failure ??= said.message
  return { events, messages: official.messages as Seen['messages'], failure }
}

export const types = (events: readonly AGUIEvent[]) => events.map(({ type }) => type)
