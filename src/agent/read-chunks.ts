import { createParser } from 'eventsource-parser'
import { isRecord } from '../core/json.ts'

/** A few events. If the model is ahead of its reader, the body comes in pieces of 64 KiB. */
const MAX_BYTES = 2048

/** More than any chunk of an answer. */
const MAX_BUFFER_CHARACTERS = 4_000_000

export type ChunkReader = ReturnType<typeof readChunks>

/**
 * Reads the chunks of a chat completion, which are server-sent events, on demand: the texts as long
 * as chunks contain nothing else, then the rest unchanged.
 */
export function readChunks(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const counted = { pieces: 0, events: 0 }
  let bytes: Uint8Array = new Uint8Array()
  let texts: string[] = []
  let others: string[] = []
  let usage: unknown
  let isText = true

  const parser = createParser({
    maxBufferSize: MAX_BUFFER_CHARACTERS,
    onEvent({ data }) {
      counted.events += 1
      const chunk = isText ? parsed(data) : undefined
      const text = onlyText(chunk)
      if (text === undefined) {
        isText = false
        others.push(data)
        return
      }
      if (text !== '') texts.push(text)
      // Some hosts send the usage in every chunk; the last one counts.
      if (isRecord(chunk)) usage = chunk.usage ?? usage
    },
  })

  /** False at the end. */
  async function readOn(): Promise<boolean> {
    if (bytes.length === 0) {
      const { done, value } = await reader.read()
      if (done) return false
      bytes = value
      counted.pieces += 1
    }
    parser.feed(decoder.decode(bytes.subarray(0, MAX_BYTES), { stream: true }))
    bytes = bytes.subarray(MAX_BYTES)
    return true
  }

  return {
    /** Empty when the texts are over, for whatever reason: `rest` has what follows. */
    async nextTexts(): Promise<readonly string[]> {
      try {
        while (isText && texts.length === 0) if (!(await readOn())) isText = false
      } catch {
        isText = false // reading the rest fails in the same way
      }
      const ready = texts
      texts = []
      return ready
    },

    rest(): ReadableStream<Uint8Array> {
      if (usage) others.unshift(JSON.stringify({ choices: [], usage }))
      const source: UnderlyingDefaultSource<Uint8Array> = {
        async pull(controller) {
          while (others.length === 0) if (!(await readOn())) return controller.close()
          controller.enqueue(encoder.encode(others.map(frame).join('')))
          others = []
        },
        cancel: (reason) => reader.cancel(reason),
      }
      return new ReadableStream(source, { highWaterMark: 0 })
    },

    /** Whether there was a body, but not a single event in it. */
    isNonsense: () => counted.pieces > 0 && counted.events === 0,

    cancel: (reason: unknown) => reader.cancel(reason),
  }
}

/**
 * The text of a chunk that contains nothing else a provider reads, or '' if it is empty. Without a
 * schema, which would take longer than everything else.
 */
function onlyText(chunk: unknown): string | undefined {
  if (!isRecord(chunk) || chunk.error || !Array.isArray(chunk.choices)) return undefined
  const [choice, more] = chunk.choices
  if (more || !isRecord(choice) || choice.finish_reason || !isRecord(choice.delta)) return undefined
  const { content, refusal, tool_calls, annotations } = choice.delta
  if (refusal || hasItems(tool_calls) || hasItems(annotations)) return undefined
  if (content === undefined || content === null) return ''
  return typeof content === 'string' ? content : undefined
}

/** Without the limits of `parseJson`: the length is limited, and only the first levels are read. */
function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

function hasItems(list: unknown) {
  return Array.isArray(list) ? list.length > 0 : Boolean(list)
}

function frame(data: string) {
  return `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`
}
