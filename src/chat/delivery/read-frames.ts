import { networkReason } from '../../core/upstream/upstream-error.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import type { DeliveryLimits } from './delivery-limits.ts'
import type { Framing } from './framing/framing.ts'
import type { Watch } from './watch.ts'

interface Reading {
  body: AsyncIterable<Uint8Array>
  framing: Framing
  limits: Pick<DeliveryLimits, 'maxBytes' | 'maxFrameLength'>
  watch: Watch
}

export interface Frame {
  text: string
  /** Whether the answer ended before the frame did, so that it may be a stump. */
  isRest: boolean
}

/**
 * The frames of an answer, as many at a time as a piece of it completes. How the answer was cut
 * into pieces on its way changes nothing about its frames.
 *
 * @throws DeliveryFailure when the answer breaks off, pauses too long or is too large.
 */
export async function* readFrames(reading: Reading): AsyncGenerator<Iterable<Frame>> {
  const { body, framing, limits, watch } = reading
  const framer = framing.open(limits.maxFrameLength)
  const decoder = new TextDecoder()
  const pieces = body[Symbol.asyncIterator]()
  let room = limits.maxBytes

  for (;;) {
    const { done, value } = await watch.piece(pieces.next().catch(throwCutShort))
    if (done) break
    // What fits is read before the rest is refused: it may hold the end of the run.
    yield framesOf(framer.push(decoder.decode(value.subarray(0, room), { stream: true })))
    room -= value.byteLength
    if (room < 0) {
      throw new DeliveryFailure('too-large', `the answer is larger than ${limits.maxBytes} bytes`)
    }
  }

  yield framesOf(framer.push(decoder.decode()))
  const text = framer.rest()
  if (text) yield [{ text, isRest: framing.isStream }]
}

function* framesOf(texts: Iterable<string>): Iterable<Frame> {
  for (const text of texts) yield { text, isRest: false }
}

function throwCutShort(error: unknown): never {
  throw new DeliveryFailure('cut-short', `the connection broke off: ${networkReason(error)}`)
}
