import { createParser } from 'eventsource-parser'
import { KEY, type testPlatform } from '../../helper/test-platform.ts'

type App = Awaited<ReturnType<typeof testPlatform>>['app']

export interface LiveEvent {
  id?: string | undefined
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is for the test to say
  [field: string]: any
}

/** Reads server-sent events of a response, one after the other, and keeps all it has read. */
export function readEvents(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const seen: LiveEvent[] = []
  const comments: string[] = []
  const ready: LiveEvent[] = []
  const parser = createParser({
    onEvent({ id, event, data }) {
      const parsed = JSON.parse(data)
      if (parsed.type !== event) throw new Error(`${event} holds ${data}`)
      ready.push({ id, ...parsed })
    },
    onComment: (comment) => comments.push(comment),
  })

  async function next(): Promise<LiveEvent | undefined> {
    while (ready.length === 0) {
      const { done, value } = await reader.read()
      if (done) return undefined
      parser.feed(value)
    }
    const event = ready.shift()!
    seen.push(event)
    return event
  }

  return {
    seen,
    comments,
    next,

    /** The events up to the first for which this holds. */
    async until(holds: (event: LiveEvent) => boolean): Promise<LiveEvent[]> {
      const events: LiveEvent[] = []
      for (;;) {
        const event = await next()
        if (!event) throw new Error(`the stream ended after ${JSON.stringify(seen)}`)
        events.push(event)
        if (holds(event)) return events
      }
    },

    /** What comes until the stream ends. */
    async rest(): Promise<LiveEvent[]> {
      const events: LiveEvent[] = []
      for (let event = await next(); event; event = await next()) events.push(event)
      return events
    },

    leave: () => reader.cancel(),
  }
}

export const isOf = (type: string) => (event: LiveEvent) => event.type === type

const open: { leave(): Promise<void> }[] = []

/** To be called after each test: what is still read is left. */
export async function leaveAll() {
  await Promise.all(open.splice(0).map(({ leave }) => leave().catch(() => {})))
}

/** Listens on behalf of a user, and has read all that was missed. */
export async function listen(app: App, uid: string, lastEventId?: string) {
  const reader = await startListening(app, uid, lastEventId)
  await reader.until(isOf('ready'))
  return reader
}

export function startListening(app: App, uid: string, lastEventId?: string) {
  const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  return listenWith(app, { apikey: KEY, onbehalfof: uid, ...resumed })
}

export async function listenWith(app: App, headers: Record<string, string>) {
  const response = await app.request('/v3/events', { headers })
  if (response.status !== 200) throw new Error(await response.text())
  const reader = readEvents(response)
  open.push(reader)
  return reader
}
