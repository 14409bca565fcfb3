import { createParser } from 'eventsource-parser'
import { asRecord, isRecord, tryParseJson } from '../../core/json.ts'
import { unreadable } from '../model-failure.ts'

/** More than any event, or a completion that does not stream. */
const MAX_BUFFER_CHARACTERS = 4_000_000

interface Listeners {
  onChunk(chunk: Record<string, unknown>): void
  /** Half an object has come. */
  onTorn(): void
}

/**
 * Reads the text of an answer as JSON objects: the data of server-sent events or, of a host that does
 * not stream, the whole body. Data that is no object says nothing.
 */
export function createEventReader({ onChunk, onTorn }: Listeners) {
  let body: 'none' | 'events' | 'whole' = 'none'
  let whole = ''
  let hasEvents = false
  let isDone = false

  const parser = createParser({
    maxBufferSize: MAX_BUFFER_CHARACTERS,
    onEvent({ event, data }) {
      if (event === 'error') addError(data.trim())
      else addData(data.trim())
    },
    onError({ type, field = '', value = '', line = '' }) {
      if (type === 'max-buffer-size-exceeded') throw unreadable()
      // Errors are also written as a line `error: …`, as llama.cpp does, or as a bare object.
      if (/error$/i.test(field)) addError(value)
      else if (line.trimStart().startsWith('{')) addData(line.trim())
    },
  })

  function addData(data: string) {
    if (isDone || data === '') return
    hasEvents = true
    isDone = data === '[DONE]'
    const value = tryParseJson(data)
    if (isRecord(value)) onChunk(value)
    else if (data.startsWith('{')) onTorn()
  }

  function addError(text: string) {
    const value = tryParseJson(text) ?? text
    onChunk({ error: asRecord(value).error ?? (value || true) })
  }

  return {
    /** Whether the host has said so. */
    isDone: () => isDone,

    feed(text: string) {
      if (body === 'none' && text.trim() !== '') body = /^\s*[{[]/.test(text) ? 'whole' : 'events'
      if (body !== 'whole') return parser.feed(text)
      whole += text
      if (whole.length > MAX_BUFFER_CHARACTERS) throw unreadable()
    },

    end() {
      if (body !== 'whole') return parser.feed('\n\n')
      const value = tryParseJson(whole)
      const chunks = (Array.isArray(value) ? value : [value]).filter(isRecord)
      if (chunks.length === 0) throw unreadable()
      for (const chunk of chunks) onChunk(chunk)
      isDone = true
    },

    /** Whether there was a text, but not a single event. */
    isUnreadable: () => body !== 'none' && !hasEvents,
  }
}
