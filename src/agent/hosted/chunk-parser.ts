import { createParser } from 'eventsource-parser'
import { asRecord, tryParseJson } from '../../core/json.ts'
import { unreadable } from './host-error.ts'

/** More than any answer. */
const MAX_BUFFER_CHARACTERS = 4_000_000

/**
 * Parses the text of an answer into chunks. It is server-sent events or, of a host that does not
 * stream, one completion.
 */
export function createChunkParser(onChunk: (chunk: unknown) => void) {
  let form: 'events' | 'completion' | undefined
  let completion = ''
  let chunks = 0
  let isDone = false

  const parser = createParser({
    maxBufferSize: MAX_BUFFER_CHARACTERS,
    onEvent({ event, data: padded }) {
      const data = padded.trim()
      if (data === '') return
      chunks += 1
      if (data === '[DONE]') isDone = true
      else if (event === 'error') addError(data)
      else onChunk(tryParseJson(data))
    },
    onError({ type, field, value = '' }) {
      if (type === 'max-buffer-size-exceeded') throw unreadable()
      if (field === 'error') addError(value) // as llama.cpp writes it
    },
  })

  function addError(text: string) {
    const { error = tryParseJson(text) ?? text } = asRecord(tryParseJson(text))
    onChunk({ error })
  }

  return {
    isDone: () => isDone,

    feed(text: string) {
      if (!form && text.trim() !== '') form = /^\s*[{[]/.test(text) ? 'completion' : 'events'
      if (form !== 'completion') parser.feed(text)
      else if (completion.length > MAX_BUFFER_CHARACTERS) throw unreadable()
      else completion += text
    },

    end() {
      if (form !== 'completion') return parser.feed('\n\n')
      isDone = true
      onChunk(tryParseJson(completion))
    },

    /** Whether there was a text, but not a single event. */
    isUnreadable: () => form !== undefined && chunks === 0,
  }
}
