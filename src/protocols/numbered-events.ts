import type { RunEvent } from '../agent/run-event.ts'
import type { Exchange, StreamProtocol } from './protocol.ts'

type Wire = Pick<StreamProtocol, 'headers'>

/**
 * A run as the events of its protocol, numbered from 1 so that a client can come back to it: the `id` of
 * a server-sent event, the `seq` of a line. A run that was stopped says so at its end.
 */
export async function* numberedEvents(
  { headers }: Wire,
  { encode }: Pick<Exchange, 'encode'>,
  run: AsyncIterable<RunEvent>,
): AsyncGenerator<string> {
  const isSse = headers['content-type'] === 'text/event-stream'
  const endOfEvent = isSse ? /(?<=\n\n)/ : /(?<=\n)/
  const withNumber = isSse ? withId : withSeq
  let number = 0
  let hasEnded = false

  function* numbered(event: RunEvent) {
    const text = encode(event)
    if (text === '') return
    for (const wireEvent of text.split(endOfEvent)) yield withNumber(wireEvent, ++number)
  }

  for await (const event of run) {
    yield* numbered(event)
    hasEnded = event.type === 'run-end' || event.type === 'run-error'
  }
  const message = 'The run was stopped.'
  if (!hasEnded) yield* numbered({ type: 'run-error', code: 'cancelled', message })
}

function withId(event: string, id: number) {
  return `id: ${id}\n${event}`
}

function withSeq(line: string, seq: number) {
  return `${line.slice(0, -'}\n'.length)},"seq":${seq}}\n`
}
