import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { connectionFailure } from '../model-failure.ts'
import type { createAnswerReader } from './answer-reader.ts'

/** Time for the end of a response whose answer is over. Without its end no connection is used again. */
const MAX_REST_MS = 500

/** Any bytes are a sign of life, even if they are not part of the answer. */
const SIGN_OF_LIFE: LanguageModelV3StreamPart = { type: 'raw', rawValue: undefined }

type Bytes = ReadableStreamDefaultReader<Uint8Array>
type Read = { done: boolean; value?: Uint8Array | undefined }

/**
 * The answer of a host as a stream of the AI SDK, read on demand. It is over when the host says so, when
 * the connection ends, or with a pause after a reason for its end.
 */
export function answerStream(
  body: ReadableStream<Uint8Array>,
  answer: ReturnType<typeof createAnswerReader>,
): ReadableStream<LanguageModelV3StreamPart> {
  const bytes: Bytes = body.getReader()
  const decoder = new TextDecoder()
  let pause: ReturnType<typeof startPause> | undefined

  async function read(): Promise<Read> {
    const maxPauseMs = answer.maxPauseMs()
    if (maxPauseMs === undefined) {
      return bytes.read().catch((error) => {
        throw connectionFailure('cut', error)
      })
    }
    pause ??= startPause(maxPauseMs)
    return Promise.race([bytes.read(), pause.ended]).catch(() => ({ done: true }))
  }

  async function next() {
    const { done, value } = await read()
    const parts = done ? [] : answer.read(decoder.decode(value, { stream: true }))
    const isLast = done || answer.isDone()
    if (isLast) parts.push(...answer.end())
    if (isLast || parts.length > 0) {
      pause?.stop()
      pause = undefined
    }
    if (isLast) void drain(bytes)
    return { parts: parts.length > 0 ? parts : [SIGN_OF_LIFE], isLast }
  }

  function close(reason?: unknown) {
    pause?.stop()
    bytes.cancel(reason).catch(() => {})
  }

  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { parts, isLast } = await next()
          for (const part of parts) controller.enqueue(part)
          if (isLast) controller.close()
        } catch (error) {
          close(error)
          throw error
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
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
