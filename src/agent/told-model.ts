import type {
  LanguageModelV3,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider'
import { completeCalls } from './complete-calls.ts'
import { modelContent } from './model-content.ts'
import { brokeOff, modelFailure } from './model-failure.ts'
import type { SilenceLimit } from './silence-limit.ts'

type Part = LanguageModelV3StreamPart
type Stream = ReadableStream<Part>

interface Listener {
  /** Is told each part that the model sends; the next is asked for when it has taken that one. */
  tell(part: Part): Promise<void>
  /** How long the model may go without a part; a listener that stalls counts as well. */
  silence: SilenceLimit
}

/**
 * A model that the AI SDK asks for whole answers, while the listener is told them as they stream.
 * The SDK's own streams read a model as fast as it sends, and each holds many times what a run
 * needs.
 */
export function toldModel(inner: LanguageModelV3, { tell, silence }: Listener): LanguageModelV3 {
  return {
    ...{ specificationVersion: 'v3', provider: inner.provider, modelId: inner.modelId },
    supportedUrls: inner.supportedUrls,
    doStream: (options) => inner.doStream(options),

    async doGenerate(options) {
      silence.start()
      try {
        const { stream } = await inner.doStream(options)
        return await readWhole(stream, options.abortSignal)
      } finally {
        silence.end()
      }
    },
  }

  async function readWhole(stream: Stream, signal?: AbortSignal) {
    const reader = stream.getReader()
    const leave = () => void reader.cancel(signal?.reason).catch(() => {})
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })

    const answer = wholeAnswer()
    const complete = completeCalls()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        signal?.throwIfAborted() // a stream that is left just ends
        if (done) return answer.whole()
        silence.heard()
        for (const part of complete(value)) {
          answer.add(part)
          await tell(part)
        }
      }
    } catch (error) {
      throw modelFailure(error) // not to be asked for again: part of it may have been told
    } finally {
      signal?.removeEventListener('abort', leave)
      leave()
    }
  }
}

function wholeAnswer() {
  const content = modelContent()
  let warnings: LanguageModelV3GenerateResult['warnings'] = []
  let response: LanguageModelV3GenerateResult['response']
  let finish: Extract<Part, { type: 'finish' }> | undefined

  return {
    /** @throws what the model failed with */
    add(part: Part) {
      if (part.type === 'error') throw part.error
      if (part.type === 'stream-start') warnings = part.warnings
      else if (part.type === 'response-metadata') response = part
      else if (part.type === 'finish') finish = part
      else content.add(part)
    },

    whole(): LanguageModelV3GenerateResult {
      if (!finish) throw brokeOff()
      const { finishReason, usage, providerMetadata } = finish
      return {
        ...{ content: content.all(), finishReason, usage, warnings },
        ...(providerMetadata && { providerMetadata }),
        ...(response && { response }),
      }
    },
  }
}
