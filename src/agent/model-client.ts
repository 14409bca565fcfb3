import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider'
import delay from 'delay'
import { onAbort, untilAborted } from '../core/abort.ts'
import type { AppError } from '../core/error.ts'
import { idleTimer } from '../core/idle-timer.ts'
import type { ModelCalls } from './model-calls.ts'
import { emptyAnswer, isTimeout, modelFailure } from './model-failure.ts'
import type { Run } from './run.ts'
import { type Tokens, tokenCount } from './token-count.ts'

/** Until the first part of an answer, and between two parts. Applies to a stalled reader too. */
const MAX_IDLE_MS = 60_000

const DEFAULT_RETRY_WAIT_MS = 2_000
/** The longest wait for an answer to begin. */
const MAX_RETRY_WAIT_MS = 60_000

type Part = LanguageModelV3StreamPart
type CallOptions = Omit<LanguageModelV3CallOptions, 'abortSignal'>

/** The parts of an answer: a stream, or what is read like one. */
export interface PartStream {
  getReader(): Pick<ReadableStreamDefaultReader<Part>, 'read' | 'cancel'>
}

/** The part of the AI SDK's language model that a run uses. */
export interface AgentModel extends Pick<LanguageModelV3, 'provider' | 'modelId'> {
  doStream(options: LanguageModelV3CallOptions): PromiseLike<{ stream: PartStream }>
}

export interface ModelDeps {
  model: AgentModel
  /** Answers if the model fails before the client was sent anything of its answer. */
  fallback?: AgentModel | undefined
  modelCalls?: ModelCalls | undefined
  /** The tokens that a hosted model may use. */
  budget?: RunBudget | undefined
}

interface RunBudget {
  /** Whether there are none left, so that the fallback answers at once. */
  readonly isSpent: boolean
  /** Sets tokens aside for a call; the refusal if there are none left. Never rejects. */
  reserve(tokens: number): Promise<AppError | undefined>
  /** Counts the tokens of a call in place of those. Never rejects. */
  spend(tokens: number): Promise<void>
}

/**
 * Asks the models of one run: the configured one, once more if it fails before the client was sent
 * anything, and then its fallback for the rest of the run. Answers are read on demand, so that a slow
 * reader slows the model down.
 */
export function createModelClient(deps: ModelDeps, run: Run) {
  const { log, signal, isFrontendTool } = run
  const { budget } = deps
  let { model, modelCalls } = deps
  let notice: Part | undefined
  if (budget?.isSpent && deps.fallback) switchTo(deps.fallback, SPENT)

  /** Whether the client is sent it. */
  function isVisible(part: Part) {
    return isText(part) || (part.type === 'tool-input-start' && isFrontendTool(part.toolName))
  }

  /** @throws the error of the model, or the reason of an abort */
  async function* ask(options: CallOptions, isRepeated = false): AsyncGenerator<Part> {
    const count = tokenCount(options)
    if (modelCalls) await reserve(count.expected())
    const call = modelCalls?.begin(log)
    const answer = openAnswer(model, options, signal)
    let hasBegun = false
    let isFinished = false
    let isFailure = false
    try {
      yield* opening()
      for (let part = await answer.next(); part; part = await answer.next()) {
        count.read(part)
        hasBegun ||= isVisible(part)
        yield part
      }
      isFinished = true
      call?.finish()
      return
    } catch (error) {
      const reason = answer.signal.reason ?? error
      isFailure = answer.isFailureOfModel()
      if (isFailure) call?.fail(reason)
      if (hasBegun || signal.aborted) throw reason
      answer.close(false)
      await prepareAnother(reason, isRepeated)
    } finally {
      call?.cancel()
      answer.close(isFinished)
      await spend(count.tokens(isFailure), call !== undefined)
    }
    yield* ask(options, true)
  }

  /** @throws the refusal if the tokens are spent and no other model answers */
  async function reserve(tokens: number) {
    const refusal = await budget?.reserve(tokens)
    if (!refusal) return
    if (!deps.fallback) throw refusal
    switchTo(deps.fallback, SPENT)
  }

  /** Waits before the model is asked once more, or switches to the fallback. */
  async function prepareAnother(reason: unknown, isRepeated: boolean) {
    const { code, retryable, retryAfterMs = DEFAULT_RETRY_WAIT_MS } = modelFailure(reason)
    if (retryable && !isRepeated && retryAfterMs < MAX_RETRY_WAIT_MS) {
      return delay(retryAfterMs, { signal })
    }
    if (!deps.fallback || model === deps.fallback) throw reason
    log.warn('model-fallback', { code })
    switchTo(deps.fallback, SILENT)
  }

  /** Another model says first that it is. */
  function* opening(): Generator<Part> {
    yield START
    if (notice) yield notice
    notice = undefined
  }

  async function spend(tokens: Tokens, isHosted: boolean) {
    run.addTokens(tokens)
    if (isHosted) await budget?.spend(tokens.inputTokens + tokens.outputTokens)
  }

  /** For the rest of the run. */
  function switchTo(fallback: AgentModel, why: Part) {
    model = fallback
    modelCalls = undefined
    notice = why
  }

  return { ask, current: () => model }
}

/**
 * One answer of a model, read on demand. It is aborted with `outer`, or after too long a silence of
 * the model or of the reader.
 */
function openAnswer(model: AgentModel, options: CallOptions, outer: AbortSignal) {
  const abort = new AbortController()
  const signal = AbortSignal.any([outer, abort.signal])
  const idle = idleTimer(MAX_IDLE_MS, () => {
    abort.abort(new DOMException('The stream was idle for too long.', 'TimeoutError'))
  })
  let reader: ReturnType<PartStream['getReader']> | undefined
  let isModelsTurn = true
  let isEmpty = true

  async function open() {
    const answer = Promise.resolve(model.doStream({ ...options, abortSignal: signal }))
    return (await untilAborted(answer, signal)).stream.getReader()
  }

  const cancel = () => void reader?.cancel(signal.reason).catch(() => {})
  // Also ends the stream of a model that ignores the signal: its pending read is then done.
  const stopListening = onAbort(signal, cancel)

  return {
    signal,

    async next(): Promise<Part | undefined> {
      signal.throwIfAborted() // a stalled reader is not a failure of the model
      isModelsTurn = true
      idle.touch()
      reader ??= await open()
      const { value } = await reader.read()
      signal.throwIfAborted()
      if (!value) return undefined
      if (value.type === 'error') throw value.error
      isEmpty &&= !isText(value) && value.type !== 'tool-call'
      if (value.type === 'finish' && isEmpty) throw emptyAnswer(value.finishReason.unified)
      isModelsTurn = false
      idle.touch()
      return value
    },

    /** A reader that stalls or leaves says nothing about the model. */
    isFailureOfModel: () => isModelsTurn && (!signal.aborted || isTimeout(signal.reason)),

    /** Stops a model that has not finished, too. */
    close(isFinished: boolean) {
      idle.stop()
      stopListening()
      cancel()
      if (!isFinished) abort.abort()
    },
  }
}

/** White space alone is no answer. */
function isText(part: Part): boolean {
  return part.type === 'text-delta' && /\S/.test(part.delta)
}

/** An answer that failed is forgotten. */
const START: Part = { type: 'stream-start', warnings: [] }

function saying(delta: string): Part {
  return { type: 'text-delta', id: 'notice', delta }
}

const SILENT = saying(
  'The hosted language model does not answer right now, so the embedded one does.',
)

const SPENT = saying(
  'The tokens for the hosted language model are spent for today, so the embedded one answers.',
)
