import type { LanguageModelV3StreamPart, LanguageModelV3StreamResult } from '@ai-sdk/provider'
import type { PartReader } from './ask-model.ts'
import { brokeOff } from './model-failure.ts'
import { type ChunkReader, readChunks } from './read-chunks.ts'

type Part = LanguageModelV3StreamPart
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
): Promise<PartReader> {
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
  return textThenRest(first, chunks, provideRest)
}

function deferred<Value>() {
  let resolve = (_value: Value) => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** No stream, which would take a delta as long again as all that is done with it here. */
function textThenRest(
  first: readonly string[],
  chunks: ChunkReader | undefined,
  provideRest: () => Promise<LanguageModelV3StreamResult>,
): PartReader {
  let texts = first.values()
  let hasText = false
  let isLeft = false
  let endRead = () => {}
  let rest: ReadableStreamDefaultReader<Part> | undefined

  async function nextText(): Promise<string | undefined> {
    if (rest) return undefined
    const { value } = texts.next()
    if (value !== undefined) return value
    texts = ((await chunks?.nextTexts()) ?? []).values()
    return texts.next().value
  }

  /** What the provider says of the rest; text in it goes on where ours ended. */
  async function readRest(): Promise<ReadableStreamReadResult<Part>> {
    rest ??= (await provideRest()).stream.getReader()
    let result = await rest.read()
    while (hasText && result.value?.type === 'text-start') result = await rest.read()
    if (result.value && isCut(result.value)) {
      throw brokeOff(chunks?.isNonsense() ? 'nonsense' : 'cut')
    }
    return result
  }

  async function cancel(reason: unknown) {
    isLeft = true
    endRead()
    await Promise.all([chunks?.cancel(reason), rest?.cancel(reason)])
  }

  async function next(): Promise<ReadableStreamReadResult<Part>> {
    try {
      const delta = await nextText()
      if (isLeft) return { done: true, value: undefined }
      if (delta === undefined) return await readRest()
      hasText = true
      return { done: false, value: { type: 'text-delta', id: 'text', delta } }
    } catch (error) {
      endRead = () => {} // the error is what this one ends with
      cancel(error).catch(() => {})
      throw hasText ? brokeOff('cut', error) : error
    }
  }

  return {
    // As with a stream, a read ends once it is cancelled; in workerd that of a body may go on.
    read: () =>
      new Promise((resolve, reject) => {
        endRead = () => resolve({ done: true, value: undefined })
        next().then(resolve, reject)
      }),

    cancel,
  }
}

/** A provider ends every answer; one that its host did not end has no reason. */
function isCut(part: Part) {
  return part.type === 'finish' && part.finishReason.unified === 'other' && !part.finishReason.raw
}
