import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { createAnswerReader } from './answer-reader.ts'
import { connectionFailure } from './host-error.ts'

/** Time for the rest of a finished answer: its usage, and its end, without which no connection is reused. */
const MAX_END_MS = 500

/** Any bytes are a sign of life, even if they are not part of the answer. */
const SIGN_OF_LIFE: LanguageModelV3StreamPart = { type: 'raw', rawValue: undefined }

type Read = { done: boolean; value?: Uint8Array | undefined }

/**
 * The answer of a host as a stream of the AI SDK. It is read on demand. An answer is over when the
 * host says so, even if it does not close the connection.
 */
export function answerStream(
  body: ReadableStream<Uint8Array>,
  headers: Headers,
): ReadableStream<LanguageModelV3StreamPart> {
  const bytes = body.getReader()
  const decoder = new TextDecoder()
  const answer = createAnswerReader(headers)
  let timer: ReturnType<typeof setTimeout> | undefined
  let ending: Promise<Read> | undefined

  async function read(): Promise<Read> {
    if (!answer.isComplete()) {
      return bytes.read().catch((error) => {
        throw connectionFailure('cut', error)
      })
    }
    ending ??= new Promise((resolve) => {
      timer = setTimeout(() => resolve({ done: true }), MAX_END_MS)
    })
    return Promise.race([bytes.read(), ending]).catch(() => ({ done: true }))
  }

  /** Some hosts give a reason with every chunk. */
  function prolong() {
    clearTimeout(timer)
    ending = undefined
  }

  function close(reason?: unknown) {
    clearTimeout(timer)
    bytes.cancel(reason).catch(() => {})
  }

  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await read()
          const parts = done ? answer.end() : answer.read(decoder.decode(value, { stream: true }))
          for (const part of parts.length > 0 ? parts : [SIGN_OF_LIFE]) controller.enqueue(part)
          if (ending && parts.length > 0) prolong()
          if (!done) return
          close()
          controller.close()
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
