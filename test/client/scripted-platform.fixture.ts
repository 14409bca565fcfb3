import { onTestFinished } from 'vitest'
import {
  type ClientError,
  type ClientOptions,
  createClient,
  type LiveEvent,
} from '../../src/client/client.ts'

export type Answer = (request: Request) => Response | Promise<Response>

/** A platform within this process that answers one call after the other so. */
export function scripted(answers: Answer[], options: ClientOptions = {}) {
  const requests: Request[] = []
  const waits: number[] = []
  const retried: ClientError[] = []
  const client = createClient('http://localhost', {
    ...('authToken' in options ? {} : { apiKey: 'key' }),
    async fetch(address, init) {
      const request = new Request(address, init)
      requests.push(request)
      const answer = answers[requests.length - 1]
      if (!answer) throw new Error(`call ${requests.length} was not expected`)
      return answer(request)
    },
    clock: {
      now: () => new Date('2026-11-20T18:00:00.000Z'),
      async sleep(ms, signal) {
        signal?.throwIfAborted()
        waits.push(ms)
      },
    },
    random: () => 0,
    onRetry: (error) => retried.push(error),
    ...options,
  })
  return { client, requests, waits, retried }
}

interface Streaming {
  /** How it goes on after its last frame: it ends, breaks, or stays open. */
  after?: 'end' | 'break' | 'hang'
  onLeave?: () => void
}

/** Each frame comes in pieces of three bytes. */
export function streaming(frames: string[], { after = 'end', onLeave }: Streaming = {}): Answer {
  return ({ signal }) => {
    const bytes = new TextEncoder().encode(frames.join(''))
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (at < bytes.length) {
          controller.enqueue(bytes.slice(at, at + 3))
          at += 3
        } else if (after === 'end') controller.close()
        else if (after === 'break') controller.error(new TypeError('terminated'))
        else await new Promise(() => {})
      },
      cancel: () => onLeave?.(),
    })
    signal.addEventListener('abort', () => onLeave?.())
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  }
}

export const frame = (type: string, id?: string, more: object = {}) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

export const refusing =
  (status: number, headers = {}): Answer =>
  () =>
    Response.json({ error: { code: `ERR_${status}`, message: 'No.' } }, { status, headers })

/** The first events, so many of them. */
export async function take(events: AsyncGenerator<LiveEvent>, count: number) {
  onTestFinished(async () => void (await events.return(undefined)))
  const taken: (string | undefined)[] = []
  while (taken.length < count) {
    const { value, done } = await events.next()
    if (done) throw new Error('the events ended')
    taken.push(`${value.type} ${value.id}`)
  }
  return taken
}

/** What a call fails with, if it fails. */
export const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )
