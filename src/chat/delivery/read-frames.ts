import { networkReason } from '../../core/upstream/upstream-error.ts'
import { DeliveryError } from './delivery-error.ts'
import type { DeliveryLimits } from './delivery-limits.ts'
import type { Framing } from './framing/framing.ts'
import type { RunTimeouts } from './run-timeouts.ts'

interface Reading {
  body: AsyncIterable<Uint8Array>
  framing: Framing
  limits: Pick<DeliveryLimits, 'maxBytes' | 'maxFrameLength'>
  timeouts: RunTimeouts
}

export interface Frame {
  text: string
  /** Whether the response ended within the frame. */
  isTruncated: boolean
}

/**
 * The frames of a response, grouped by the chunk that completes them. They do not depend on where
 * the chunks were split.
 *
 * @throws DeliveryError if the response is cut short, pauses too long or is too large.
 */
export async function* readFrames(reading: Reading): AsyncGenerator<Iterable<Frame>> {
  const { body, framing, limits, timeouts } = reading
  const framer = framing.open(limits.maxFrameLength)
  const decoder = new TextDecoder()
  const chunks = body[Symbol.asyncIterator]()
  let room = limits.maxBytes

  for (;;) {
    const { done, value } = await timeouts.chunk(chunks.next().catch(throwCutShort))
    if (done) break
    // Read what fits before rejecting the rest: it may contain the end of the run.
    yield framesOf(framer.push(decoder.decode(value.subarray(0, room), { stream: true })))
    room -= value.byteLength
    if (room < 0) {
      throw new DeliveryError('too-large', `the response is larger than ${limits.maxBytes} bytes`)
    }
  }

  yield framesOf(framer.push(decoder.decode()))
  const text = framer.rest()
  if (text) yield [{ text, isTruncated: framing.isStream }]
}

function* framesOf(texts: Iterable<string>): Iterable<Frame> {
  for (const text of texts) yield { text, isTruncated: false }
}

function throwCutShort(error: unknown): never {
  throw new DeliveryError('cut-short', `the connection was lost: ${networkReason(error)}`)
}
