import type {
  LanguageModelV3,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import { elapsedMs } from '../elapsed-ms.ts'
import type { Log } from '../log.ts'
import { brokeOff, isTimeout, modelFailure } from './model-failure.ts'

interface ObserverNeeds {
  log: Log
  now(): Date
}

type Outcome = 'finished' | 'failed' | 'cancelled'

/** A hosted model that leaves a record of each call, and remembers when one last succeeded. */
export function observedModel(inner: LanguageModelV3, { log, now }: ObserverNeeds) {
  let lastSuccess: string | null = null

  function observe(signal: AbortSignal | undefined) {
    const started = performance.now()
    let isOver = false

    return (how: Outcome, error?: unknown) => {
      if (isOver) return
      isOver = true
      const outcome = signal?.aborted ? abortedBy(signal.reason) : how
      const ms = elapsedMs(started)
      const record = { upstream: 'language model', outcome, ms, budgetLeft: null }
      if (outcome === 'finished') lastSuccess = now().toISOString()
      if (outcome !== 'failed') return log.info('upstream-call', record)
      log.warn('upstream-call', { ...record, code: modelFailure(signal?.reason ?? error).code })
    }
  }

  const model = wrapLanguageModel({
    model: inner,
    middleware: {
      specificationVersion: 'v3',
      async wrapStream({ doStream, params: { abortSignal } }) {
        const end = observe(abortSignal)
        try {
          const result = await doStream()
          return { ...result, stream: observedStream(result.stream, end) }
        } catch (error) {
          end('failed', error)
          throw error
        }
      },
    },
  })
  return { model, lastSuccess: () => lastSuccess }
}

/** A reader that leaves cancels the call; a clock that runs out has waited for it in vain. */
function abortedBy(reason: unknown): Outcome {
  return isTimeout(reason) ? 'failed' : 'cancelled'
}

/** The same parts, of which the last must say why it is the last: else the answer was cut. */
function observedStream(
  parts: ReadableStream<LanguageModelV3StreamPart>,
  end: (outcome: Outcome, error?: unknown) => void,
): ReadableStream<LanguageModelV3StreamPart> {
  const reader = parts.getReader()

  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (value?.type === 'error') end('failed', value.error)
        if (value?.type === 'finish' && isCut(value.finishReason)) throw brokeOff()
        if (!done) return controller.enqueue(value)
        end('finished')
        controller.close()
      } catch (error) {
        end('failed', error)
        controller.error(error)
      }
    },

    cancel(reason) {
      end('cancelled')
      return reader.cancel(reason)
    },
  })
}

function isCut({ unified, raw }: LanguageModelV3FinishReason) {
  return unified === 'other' && raw === undefined
}
