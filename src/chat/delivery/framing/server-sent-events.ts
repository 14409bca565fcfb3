import { createParser } from 'eventsource-parser'
import { type Framer, type Framing, tooLong } from './framing.ts'

/** Room for the name of a field, which the parser buffers with its value. */
const FIELD_NAME = 64

/** One frame per event: its `data`. Comments and other fields are ignored. */
export const serverSentEvents: Framing = { isStream: true, open: openEvents }

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

  return {
    push,
    rest: () => [...push('\n\n')].join(''),
  }
}
