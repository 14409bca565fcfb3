import type { LanguageModelV3StreamPart, LanguageModelV3StreamResult } from '@ai-sdk/provider'
import { brokeOff } from './model-failure.ts'
import { type ChunkReader, readChunks } from './read-chunks.ts'

type Part = LanguageModelV3StreamPart
type Controller = ReadableStreamDefaultController<Part>
type Fetch = typeof globalThis.fetch

/**
 * Asks a provider, and relays the text of the answer past it. A provider's own stream takes each
 * delta through six streams and a schema, which costs twice what the rest of the way does. So it
 * makes the request, and sees of the response what is no text alone: calls, usage, the end.
 *
 * Resolves with the first text, or when the provider has seen what came in its place.
 */
export async function streamTextFirst(
  fetch: Fetch,
  ask: (fetch: Fetch) => PromiseLike<LanguageModelV3StreamResult>,
): Promise<LanguageModelV3StreamResult> {
  const begun = deferred<ChunkReader>()
  const textsOver = deferred<void>()

  const asked = ask(async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok || !response.body) return response
    const { status, headers } = response
    const chunks = readChunks(response.body)
    begun.resolve(chunks)
    await textsOver.promise
    return new Response(chunks.rest(), { status, headers })
  })
  const provided = Promise.resolve(asked)

  const chunks = await Promise.race([begun.promise, provided.then(() => undefined)])
  const first = (await chunks?.nextTexts()) ?? []
  const provideRest = () => {
    textsOver.resolve()
    return provided
  }
  // Where there is no text it is the provider that knows what this is.
  if (first.length === 0) await provideRest()
  else provided.catch(() => {}) // it is heard of below
  return { stream: textThenRest(first, chunks, provideRest) }
}

function deferred<Value>() {
  let resolve = (_value: Value) => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function textThenRest(
  first: readonly string[],
  chunks: ChunkReader | undefined,
  provideRest: () => Promise<LanguageModelV3StreamResult>,
): ReadableStream<Part> {
  const id = 'text'
  let texts = first
  let hasText = false
  let isLeft = false
  let rest: ReadableStreamDefaultReader<Part> | undefined

  function enqueueTexts(controller: Controller) {
    if (!hasText) controller.enqueue({ type: 'text-start', id })
    hasText = true
    for (const delta of texts) controller.enqueue({ type: 'text-delta', id, delta })
  }

  /** What the provider says of the rest; text in it goes on where ours ended. */
  async function enqueueRest(controller: Controller) {
    rest ??= (await provideRest()).stream.getReader()
    let { done, value: part } = await rest.read()
    while (hasText && (part?.type === 'text-start' || part?.type === 'text-end')) {
      ;({ done, value: part } = await rest.read())
    }
    if (done || !part) return controller.close()
    if (isCut(part)) throw brokeOff(chunks?.isNonsense() ? 'nonsense' : 'cut')
    if (part.type === 'finish' && hasText) controller.enqueue({ type: 'text-end', id })
    controller.enqueue(part)
  }

  function leave(reason: unknown) {
    isLeft = true
    chunks?.cancel(reason).catch(() => {})
    rest?.cancel(reason).catch(() => {})
  }

  const source: UnderlyingDefaultSource<Part> = {
    async pull(controller) {
      if (texts.length === 0 && !rest) texts = (await chunks?.nextTexts()) ?? []
      if (isLeft) return
      try {
        if (texts.length === 0) return await enqueueRest(controller)
        enqueueTexts(controller)
        texts = []
      } catch (error) {
        leave(error)
        throw hasText ? brokeOff('cut', error) : error
      }
    },

    cancel: leave,
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

/** A provider ends every answer; one that its host did not end has no reason. */
function isCut(part: Part) {
  return part.type === 'finish' && part.finishReason.unified === 'other' && !part.finishReason.raw
}
