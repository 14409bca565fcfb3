import { HttpAgent } from '@ag-ui/client'
import { type AGUIEvent, EventType } from '@ag-ui/core'
import { HttpAgent as OldHttpAgent } from 'ag-ui-client-0.0.39'
import { HttpAgent as CopilotHttpAgent } from 'ag-ui-client-0.0.59'

interface Question {
  messages: unknown[]
  tools?: unknown[]
  context?: unknown[]
  forwardedProps?: object
}

interface SeenMessage {
  id: string
  role: string
  content?: unknown
  toolCalls?: { id: string; function: { name: string; arguments: string } }[]
  toolCallId?: string
}

interface Seen {
  events: AGUIEvent[]
  /** The conversation as the client has it afterwards. */
  messages: SeenMessage[]
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

type Handler = (args: unknown) => unknown

/**
 * Asks as CopilotKit does: after a run it carries out the calls of its own tools that have no result
 * there, puts the results behind the message with the calls, and runs again.
 */
export async function askWithHandlers(
  client: Client,
  url: string,
  question: Question,
  handlers: Record<string, Handler>,
) {
  const runs: Seen[] = []
  for (;;) {
    const known = runs.at(-1)?.messages ?? question.messages
    const seen = await client(url, { ...question, messages: known })
    runs.push(seen)
    if (seen.failure || runs.length === MAX_RUNS) return runs
    const added = seen.messages.slice(known.length)
    const answered = new Set(added.map(({ toolCallId }) => toolCallId))
    const results = added.map((message) => {
      const open = message.toolCalls?.filter(({ id }) => !answered.has(id)) ?? []
      return carryOut(open, message, { ...seen, handlers })
    })
    if (!results.includes(true)) return runs
  }
}

/** Whether there was anything to carry out. */
function carryOut(
  calls: NonNullable<SeenMessage['toolCalls']>,
  message: SeenMessage,
  { messages, handlers }: Pick<Seen, 'messages'> & { handlers: Record<string, Handler> },
): boolean {
  const results = calls.flatMap(({ id, function: { name, arguments: json } }) => {
    const handler = handlers[name]
    if (!handler) return []
    const content = JSON.stringify(handler(JSON.parse(json))) ?? ''
    return [{ id: `result-${id}`, role: 'tool', toolCallId: id, content }]
  })
  const place = messages.indexOf(message) + 1
  const ofTools = messages.slice(place).findIndex(({ role }) => role !== 'tool')
  messages.splice(ofTools < 0 ? messages.length : place + ofTools, 0, ...results)
  return results.length > 0
}

const MAX_RUNS = 4

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
