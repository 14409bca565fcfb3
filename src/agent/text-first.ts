import type { LanguageModelV3StreamPart, LanguageModelV3StreamResult } from '@ai-sdk/provider'
import type { PartReader } from './model-client.ts'
import { brokenAnswer } from './model-failure.ts'
import { type ChunkReader, readChunks } from './read-chunks.ts'

type Part = LanguageModelV3StreamPart
type Fetch = typeof globalThis.fetch

/**
 * Asks a provider but reads the text of the answer without it. A provider passes each delta through
 * six streams and a schema, which costs twice as much as everything else. So it only sends the
 * request and reads the parts that are not text: tool calls, usage, the end.
 *
 * Resolves with the first text, or when the provider has read what came instead of text.
 */
export async function streamTextFirst(
  fetch: Fetch,
  ask: (fetch: Fetch) => PromiseLike<LanguageModelV3StreamResult>,
): Promise<PartReader> {
  const started = deferred<ChunkReader>()
  const textDone = deferred<void>()

  const asked = ask(async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok || !response.body) return response
    const { status, headers } = response
    const chunks = readChunks(response.body)
    started.resolve(chunks)
    await textDone.promise
    return new Response(chunks.rest(), { status, headers })
  })
  const provided = Promise.resolve(asked)

  const chunks = await Promise.race([started.promise, provided.then(() => undefined)])
  const first = (await chunks?.nextTexts()) ?? []
  const provideRest = () => {
    textDone.resolve()
    return provided
  }
  // Only the provider can read an answer without text.
  if (first.length === 0) await provideRest()
  else provided.catch(() => {}) // handled when the rest is read
  return textThenRest(first, chunks, provideRest)
}

function deferred<Value>() {
  let resolve = (_value: Value) => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** A reader without a stream, which would double the cost of a delta. */
function textThenRest(
  first: readonly string[],
  chunks: ChunkReader | undefined,
  provideRest: () => Promise<LanguageModelV3StreamResult>,
): PartReader {
  let texts = first.values()
  let hasText = false
  let isCancelled = false
  let endRead = () => {}
  let rest: ReadableStreamDefaultReader<Part> | undefined

  async function nextText(): Promise<string | undefined> {
    if (rest) return undefined
    const { value } = texts.next()
    if (value !== undefined) return value
    texts = ((await chunks?.nextTexts()) ?? []).values()
    return texts.next().value
  }

  /** The parts that the provider reads. Their text continues the text read before. */
  async function readRest(): Promise<ReadableStreamReadResult<Part>> {
    rest ??= (await provideRest()).stream.getReader()
    let result = await rest.read()
    while (hasText && result.value?.type === 'text-start') result = await rest.read()
    if (result.value && isCut(result.value)) {
      throw brokenAnswer(chunks?.isNonsense() ? 'nonsense' : 'cut')
    }
    return result
  }

  async function cancel(reason: unknown) {
    isCancelled = true
    endRead()
    await Promise.all([chunks?.cancel(reason), rest?.cancel(reason)])
  }

  async function next(): Promise<ReadableStreamReadResult<Part>> {
    try {
      const delta = await nextText()
      if (isCancelled) return { done: true, value: undefined }
      if (delta === undefined) return await readRest()
      hasText = true
      return { done: false, value: { type: 'text-delta', id: 'text', delta } }
    } catch (error) {
      endRead = () => {} // this read ends with the error
      cancel(error).catch(() => {})
      throw hasText ? brokenAnswer('cut', error) : error
    }
  }

  return {
    // As with a stream, a pending read ends when it is cancelled; in workerd, that of a body may not.
    read: () =>
      new Promise((resolve, reject) => {
        endRead = () => resolve({ done: true, value: undefined })
        next().then(resolve, reject)
      }),

    cancel,
  }
}

/** Providers end every answer. If the host did not, the finish reason is missing. */
function isCut(part: Part) {
  return part.type === 'finish' && part.finishReason.unified === 'other' && !part.finishReason.raw
}
