import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider'
import { prepareRetries } from 'ai/internal'
import { onAbort, untilAborted } from '../core/abort.ts'
import type { Log } from '../core/log.ts'
import type { ModelCalls } from './model-calls.ts'
import { isTimeout, modelFailure } from './model-failure.ts'
import type { RunEvent } from './run-event.ts'
import type { Answer, Step } from './step.ts'

/** Until the first part of an answer, and between two parts. Applies to a stalled reader too. */
const MAX_SILENCE_MS = 60_000

/** What a run needs of a language model. Its stream only needs a reader. */
export interface Model extends Pick<LanguageModelV3, 'provider' | 'modelId'> {
  doStream(
    options: LanguageModelV3CallOptions,
  ): PromiseLike<{ stream: { getReader(): PartReader } }>
}

export type PartReader = Pick<ReadableStreamDefaultReader<Part>, 'read' | 'cancel'>

export interface ModelDeps {
  model: Model
  /** Answers if the model fails before its first part. */
  fallback?: Model | undefined
  /** Records the calls of a hosted model. */
  modelCalls?: ModelCalls | undefined
}

type Part = LanguageModelV3StreamPart
type Question = Omit<LanguageModelV3CallOptions, 'abortSignal'>

/**
 * Asks the models of one run: the configured one and, after it fails, its fallback. The parts of an
 * answer are pulled, so that a slow reader slows the model down.
 */
export function createModelClient(deps: ModelDeps, log: Log, signal: AbortSignal) {
  let { model, modelCalls } = deps
  let silence = silenceLimit(signal, cancel)
  let call: ReturnType<ModelCalls['begin']> | undefined
  let reader: PartReader | undefined
  let hasAnswered = false

  /** @throws the error of the model, or the reason of an abort */
  async function* ask(question: Question, answer: Answer): AsyncGenerator<RunEvent, Step> {
    hasAnswered = false
    try {
      // A model is only asked again before its first part.
      const retries = prepareRetries({ maxRetries: 1, abortSignal: silence.signal })
      reader = await retries.retry(() => open(question))
      for (let part = await read(reader); part; part = await read(reader)) {
        for (const event of answer.read(part)) yield event
      }
      call?.finish()
    } catch (error) {
      recordFailure(error)
      const reason = silence.signal.reason ?? error
      if (!fallBack(reason)) throw reason
      for (const event of answer.read(NOTICE)) yield event
      return yield* ask(question, answer)
    } finally {
      leave()
    }
    return answer.end()
  }

  async function open(question: Question) {
    silence.wait('model')
    call = modelCalls?.begin()
    try {
      const asked = model.doStream({ ...question, abortSignal: silence.signal })
      return (await untilAborted(Promise.resolve(asked), silence.signal)).stream.getReader()
    } catch (error) {
      recordFailure(error)
      throw error
    }
  }

  async function read(reader: PartReader) {
    silence.signal.throwIfAborted() // a stalled reader is not a failure of the model
    silence.wait('model')
    const { value } = await reader.read()
    silence.signal.throwIfAborted() // a cancelled stream ends without an error
    silence.wait('reader')
    if (value?.type === 'error') throw value.error
    if (value) hasAnswered ||= isAnswer(value)
    return value
  }

  function fallBack(error: unknown): boolean {
    const { fallback } = deps
    if (!fallback || model === fallback || signal.aborted || hasAnswered) return false
    log.warn('model-fallback', { code: modelFailure(error).code })
    leave()
    model = fallback
    modelCalls = undefined
    silence = silenceLimit(signal, cancel)
    return true
  }

  function recordFailure(error: unknown) {
    const { aborted, reason } = silence.signal
    if (aborted && (silence.awaited() === 'reader' || !isTimeout(reason))) call?.cancel()
    else call?.fail(reason ?? error)
  }

  function leave() {
    call?.cancel()
    silence.stop()
    cancel()
  }

  // Also ends the stream of a model that ignores the signal.
  function cancel() {
    reader?.cancel(silence.signal.reason).catch(() => {})
    reader = undefined
  }

  return { ask, current: () => model }
}

/** Aborts after too long a silence, or with `outer`. */
function silenceLimit(outer: AbortSignal, onEnd: () => void) {
  const limit = new AbortController()
  let awaited: 'model' | 'reader' = 'model'
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  onAbort(outer, () => abort(outer.reason))

  function abort(reason: unknown) {
    limit.abort(reason)
    onEnd()
  }

  // Checks again when the time would be up: a timer for each part costs more than the part.
  function checkSilence() {
    const leftMs = since + MAX_SILENCE_MS - performance.now()
    if (leftMs > 0) timer = setTimeout(checkSilence, leftMs)
    else abort(new DOMException('The stream was silent for too long.', 'TimeoutError'))
  }

  return {
    signal: limit.signal,
    /** Who is expected to act next. */
    awaited: () => awaited,

    wait(next: 'model' | 'reader') {
      awaited = next
      since = performance.now()
      timer ??= setTimeout(checkSilence, MAX_SILENCE_MS)
    },

    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Parts before these have no content. */
function isAnswer({ type }: Part) {
  return type.startsWith('text') || type.startsWith('tool')
}

const NOTICE: Part = {
  type: 'text-delta',
  id: 'notice',
  delta: 'The hosted language model does not answer right now, so the embedded one does.',
}
