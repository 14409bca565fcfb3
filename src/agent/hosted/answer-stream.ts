import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import type { PartStream } from '../model-client.ts'
import { connectionFailure } from '../model-failure.ts'
import type { createAnswerReader } from './answer-reader.ts'

/** Time for the end of a response whose answer is over. Without its end no connection is used again. */
const MAX_REST_MS = 500

/** Any bytes are a sign of life, even if they are not part of the answer. */
const SIGN_OF_LIFE: LanguageModelV3StreamPart = { type: 'raw', rawValue: undefined }

type Bytes = ReadableStreamDefaultReader<Uint8Array>
type Read = { done: boolean; value?: Uint8Array | undefined }

/**
 * The answer of a host as parts, read on demand. It is over when the host says so, when the connection
 * ends, or with a pause after a reason for its end. A `ReadableStream` would add promises to each delta.
 */
export function answerStream(
  body: ReadableStream<Uint8Array>,
  answer: ReturnType<typeof createAnswerReader>,
): PartStream {
  const bytes: Bytes = body.getReader()
  const decoder = new TextDecoder()
  const parts: LanguageModelV3StreamPart[] = []
  let isOver = false
  let endRead = () => {}
  let pause: ReturnType<typeof startPause> | undefined

  /** A read that ends with the cancellation: in workerd, one of the body may then never end. */
  function readBytes(): Promise<Read> {
    return new Promise((resolve, reject) => {
      endRead = () => resolve({ done: true })
      bytes.read().then(resolve, reject)
    })
  }

  function nextBytes(): Promise<Read> {
    const maxPauseMs = answer.maxPauseMs()
    if (maxPauseMs === undefined) return readBytes()
    pause ??= startPause(maxPauseMs)
    return Promise.race([readBytes(), pause.ended]).catch(() => ({ done: true }))
  }

  async function readMore() {
    const { done, value } = await nextBytes().catch((error) => {
      throw connectionFailure('cut', error)
    })
    if (isOver) return
    if (!done) parts.push(...answer.read(decoder.decode(value, { stream: true })))
    isOver = done || answer.isDone()
    if (isOver) parts.push(...answer.end())
    if (isOver || parts.length > 0) {
      pause?.stop()
      pause = undefined
    }
    if (isOver) void drain(bytes)
    else if (parts.length === 0) parts.push(SIGN_OF_LIFE)
  }

  async function cancel(reason?: unknown) {
    isOver = true
    pause?.stop()
    endRead()
    await bytes.cancel(reason)
  }

  async function read() {
    if (parts.length === 0 && !isOver) await readMore()
    const value = parts.shift()
    return value ? { done: false as const, value } : { done: true as const, value }
  }

  return { getReader: () => ({ read, cancel }) }
}

function startPause(ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<Read>((resolve) => {
    timer = setTimeout(() => resolve({ done: true }), ms)
  })
  return { ended, stop: () => clearTimeout(timer) }
}

async function drain(bytes: Bytes) {
  const rest = startPause(MAX_REST_MS)
  const next = () => Promise.race([bytes.read(), rest.ended])
  while (!(await next().catch(() => ({ done: true }))).done);
  rest.stop()
  bytes.cancel().catch(() => {})
}
