import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider'
import { prepareRetries } from 'ai/internal'
import { onAbort, untilAborted } from '../core/abort.ts'
import { idleTimer } from '../core/idle-timer.ts'
import type { Log } from '../core/log.ts'
import type { ModelCalls } from './model-calls.ts'
import { isTimeout, modelFailure } from './model-failure.ts'
import type { RunEvent } from './run-event.ts'
import type { Step, StepReader } from './step.ts'

/** Until the first part of an answer, and between two parts. Applies to a stalled reader too. */
const MAX_IDLE_MS = 60_000

/** The SDK waits no longer, and would ask again after two seconds. It never repeats an `AppError`. */
const MAX_RETRY_WAIT_MS = 60_000

type Part = LanguageModelV3StreamPart

/** What a run needs of the reader of a stream. */
export interface PartReader {
  read(): Promise<{ done?: boolean; value?: Part | undefined }>
  cancel(reason: unknown): Promise<void>
}

/** What a run needs of a language model. Its stream only needs a reader. */
export interface Model extends Pick<LanguageModelV3, 'provider' | 'modelId'> {
  doStream(
    options: LanguageModelV3CallOptions,
  ): PromiseLike<{ stream: { getReader(): PartReader } }>
  /** The same, of a model that waits for nothing: a stream costs more than its parts. */
  parts?(options: LanguageModelV3CallOptions): Iterator<Part, undefined>
}

export interface ModelDeps {
  model: Model
  /** Answers if the model fails before its first part. */
  fallback?: Model | undefined
  /** Records the calls of a hosted model. */
  modelCalls?: ModelCalls | undefined
}

type CallOptions = Omit<LanguageModelV3CallOptions, 'abortSignal'>

/**
 * Asks the models of one run: the configured one and, after it fails, its fallback. The parts of an
 * answer are pulled, so that a slow reader slows the model down.
 */
export function createModelClient(deps: ModelDeps, log: Log, signal: AbortSignal) {
  let { model, modelCalls } = deps
  let call: ReturnType<ModelCalls['begin']> | undefined
  let parts: PartReader | undefined
  let limit = idleLimit(signal, cancel)
  let isWaitingForModel = true
  let hasAnswered = false

  /** @throws the error of the model, or the reason of an abort */
  async function* ask(options: CallOptions, step: StepReader): AsyncGenerator<RunEvent, Step> {
    hasAnswered = false
    try {
      // A model is only asked again before its first part.
      const retries = prepareRetries({ maxRetries: 1, abortSignal: limit.signal })
      parts = await retries.retry(() => open(options))
      for (let part = await read(parts); part; part = await read(parts)) {
        for (const event of step.read(part)) yield event
      }
      call?.finish()
    } catch (error) {
      recordFailure(error)
      const reason = limit.signal.reason ?? error
      if (!switchToFallback(reason)) throw reason
      for (const event of step.read(NOTICE)) yield event
      return yield* ask(options, step)
    } finally {
      close()
    }
    return step.end()
  }

  async function open(options: CallOptions) {
    isWaitingForModel = true
    limit.touch()
    call = modelCalls?.begin(log)
    try {
      const asked = { ...options, abortSignal: limit.signal }
      if (model.parts) return readerOf(model.parts(asked))
      const answer = Promise.resolve(model.doStream(asked))
      return (await untilAborted(answer, limit.signal)).stream.getReader()
    } catch (error) {
      recordFailure(error)
      const failure = modelFailure(error)
      throw (failure.retryAfterMs ?? 0) < MAX_RETRY_WAIT_MS ? error : failure
    }
  }

  async function read(reader: PartReader) {
    limit.signal.throwIfAborted() // a stalled reader is not a failure of the model
    isWaitingForModel = true
    limit.touch()
    const { value } = await reader.read()
    limit.signal.throwIfAborted() // a cancelled stream ends without an error
    isWaitingForModel = false
    limit.touch()
    if (value?.type === 'error') throw value.error
    if (value) hasAnswered ||= isAnswer(value)
    return value
  }

  function switchToFallback(error: unknown): boolean {
    const { fallback } = deps
    if (!fallback || model === fallback || signal.aborted || hasAnswered) return false
    log.warn('model-fallback', { code: modelFailure(error).code })
    close()
    model = fallback
    modelCalls = undefined
    limit = idleLimit(signal, cancel)
    return true
  }

  function recordFailure(error: unknown) {
    const { aborted, reason } = limit.signal
    const isOurs = aborted && !(isWaitingForModel && isTimeout(reason))
    if (isOurs) call?.cancel()
    else call?.fail(reason ?? error)
  }

  function close() {
    call?.cancel()
    limit.stop()
    cancel(limit.signal.reason)
  }

  // Also ends the stream of a model that ignores the signal.
  function cancel(reason: unknown) {
    parts?.cancel(reason).catch(() => {})
    parts = undefined
  }

  return { ask, current: () => model }
}

function readerOf(parts: Iterator<Part, undefined>): PartReader {
  return { read: async () => parts.next(), cancel: async () => {} }
}

/** Aborts after too long without a touch, or with `outer`. */
function idleLimit(outer: AbortSignal, onEnd: (reason: unknown) => void) {
  const limit = new AbortController()
  const { touch, stop } = idleTimer(MAX_IDLE_MS, () => end(idleTooLong()))
  onAbort(outer, () => end(outer.reason))

  function end(reason: unknown) {
    limit.abort(reason)
    onEnd(reason)
  }

  return { signal: limit.signal, touch, stop }
}

function idleTooLong() {
  return new DOMException('The stream was idle for too long.', 'TimeoutError')
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
