import { createParser } from 'eventsource-parser'
import { networkReason } from '../../core/upstream/upstream-error.ts'
import type { Framing } from '../../wires/event-table.ts'
import { DeliveryError } from './delivery-error.ts'
import type { DeliveryLimits, RunTimeouts } from './run-timeouts.ts'

/** Splits the text of a response into frames: lines, events or the whole document. */
interface Framer {
  /**
   * The frames completed by this chunk, in order.
   *
   * @throws DeliveryError `too-large` for a frame longer than `maxLength`.
   */
  push(chunk: string): Iterable<string>
  /** The rest at the end of the response: a complete frame or a truncated one. */
  rest(): string
}

interface Splitter {
  open(maxLength: number): Framer
  /** Whether the last frame may be truncated without the response being invalid. */
  readonly isStream: boolean
}

/** One frame per line. Blank lines are skipped. */
const lines: Splitter = {
  isStream: true,
  open(maxLength) {
    const line = collectParts(maxLength)
    return {
      *push(text) {
        let from = 0
        for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
          line.add(text.slice(from, to))
          from = to + 1
          const complete = line.take().trim()
          if (complete) yield complete
        }
        line.add(text.slice(from))
      },
      rest: () => line.take().trim(),
    }
  },
}

/** One frame: the whole body. */
const wholeDocument: Splitter = {
  isStream: false,
  open(maxLength) {
    const document = collectParts(maxLength)
    return {
      push(text) {
        document.add(text)
        return []
      },
      rest: document.take,
    }
  },
}

/** Parts are joined once: joining them with every chunk would take quadratic time. */
function collectParts(maxLength: number) {
  let parts: string[] = []
  let length = 0
  return {
    add(part: string) {
      length += part.length
      if (length > maxLength) throw tooLong(maxLength)
      parts.push(part)
    },
    take() {
      const text = parts.join('')
      parts = []
      length = 0
      return text
    },
  }
}

/** Room for the name of a field, which the parser buffers with its value. */
const FIELD_NAME = 64

/** One frame per event: its `data`. Comments and other fields are ignored. */
const serverSentEvents: Splitter = { isStream: true, open: openEvents }

export const SPLITTERS: Readonly<Record<Framing, Splitter>> = {
  lines,
  events: serverSentEvents,
  document: wholeDocument,
}

function openEvents(maxLength: number): Framer {
  let frames: string[] = []
  let isTooLong = false
  let isAfterReturn = false
  const parser = createParser({
    maxBufferSize: maxLength + FIELD_NAME,
    onEvent: ({ data }) => frames.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooLong = true
    },
  })

  /** With a CR in a chunk, the parser looks for the next one from each line, in quadratic time. */
  function withLineFeeds(text: string) {
    const rest = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') isAfterReturn = text.endsWith('\r')
    return rest.replaceAll(/\r\n?/g, '\n')
  }

  function* push(text: string) {
    parser.feed(withLineFeeds(text))
    const complete = frames
    frames = []
    for (const frame of complete) {
      if (frame.length > maxLength) throw tooLong(maxLength)
      if (frame) yield frame
    }
    if (isTooLong) throw tooLong(maxLength)
  }

  return { push, rest: () => [...push('\n\n')].join('') }
}

function tooLong(maxLength: number) {
  const detail = `a line, event or document is longer than ${maxLength} characters`
  return new DeliveryError('too-large', detail)
}

interface FrameSource {
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
export async function* readFrames(source: FrameSource): AsyncGenerator<Iterable<Frame>> {
  const { body, framing, limits, timeouts } = source
  const splitter = SPLITTERS[framing]
  const framer = splitter.open(limits.maxFrameLength)
  const decoder = new TextDecoder()
  const chunks = body[Symbol.asyncIterator]()
  let room = limits.maxBytes

  for (;;) {
    const { done, value } = await timeouts.chunk(chunks.next().catch(throwCutShort))
    if (done) break
    // Read what fits before rejecting the rest: it may contain the end of the run.
    yield complete(framer.push(decoder.decode(value.subarray(0, room), { stream: true })))
    room -= value.byteLength
    if (room < 0) {
      throw new DeliveryError('too-large', `the response is larger than ${limits.maxBytes} bytes`)
    }
  }
  yield complete(framer.push(decoder.decode()))
  const text = framer.rest()
  if (text) yield [{ text, isTruncated: splitter.isStream }]
}

function* complete(texts: Iterable<string>): Iterable<Frame> {
  for (const text of texts) yield { text, isTruncated: false }
}

function throwCutShort(error: unknown): never {
  throw new DeliveryError('cut-short', `the connection was lost: ${networkReason(error)}`)
}
