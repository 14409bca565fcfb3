import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import type { Log } from '../log.ts'
import { modelFailure } from './model-failure.ts'

interface ObserverNeeds {
  log: Log
  now(): Date
}

type Outcome = 'finished' | 'failed' | 'cancelled'

/** A hosted model that leaves a record of each call, and remembers when one last succeeded. */
export function observedModel(inner: LanguageModelV3, { log, now }: ObserverNeeds) {
  let lastSuccess: string | null = null

  function observe() {
    const started = performance.now()
    let isOver = false

    return (outcome: Outcome, error?: unknown) => {
      if (isOver) return
      isOver = true
      const ms = Math.round(performance.now() - started)
      const record = { upstream: 'language model', outcome, ms, budgetLeft: null }
      if (outcome === 'finished') lastSuccess = now().toISOString()
      if (outcome !== 'failed') return log.info('upstream-call', record)
      log.warn('upstream-call', { ...record, code: modelFailure(error).code })
    }
  }

  const model = wrapLanguageModel({
    model: inner,
    middleware: {
      specificationVersion: 'v3',
      async wrapStream({ doStream, params: { abortSignal } }) {
        const end = observe()
        try {
          const result = await doStream()
          return { ...result, stream: observedStream(result.stream, end) }
        } catch (error) {
          end(abortSignal?.aborted ? 'cancelled' : 'failed', error)
          throw error
        }
      },
    },
  })
  return { model, lastSuccess: () => lastSuccess }
}

/** The same parts. A stream that errors once its caller has aborted it was cancelled by us. */
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
        if (!done) return controller.enqueue(value)
        end('finished')
        controller.close()
      } catch (error) {
        end(isAbort(error) ? 'cancelled' : 'failed', error)
        controller.error(error)
      }
    },

    cancel(reason) {
      end('cancelled')
      return reader.cancel(reason)
    },
  })
}

function isAbort(error: unknown) {
  return error instanceof Error && error.name === 'AbortError'
}
