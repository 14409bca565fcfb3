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

/** Until the first part of an answer, and between two. A reader that stalls counts as well. */
const MAX_SILENCE_MS = 60_000

export interface ModelDeps {
  model: LanguageModelV3
  /** Answers when the model fails before it has said anything. */
  fallback?: LanguageModelV3 | undefined
  /** Records the calls of the model, where it is a hosted one. */
  modelCalls?: ModelCalls | undefined
}

type Part = LanguageModelV3StreamPart
type Question = Omit<LanguageModelV3CallOptions, 'abortSignal'>

/**
 * Asks the models of one run: the one that is configured, and from its failure on its fallback. An
 * answer comes part by part, each when it is asked for, so that a slow reader slows the model.
 */
export function createModelClient(deps: ModelDeps, log: Log, signal: AbortSignal) {
  const { fallback } = deps
  let { model, modelCalls } = deps
  let silence = silenceLimit(signal)

  function fallBack(error: unknown): boolean {
    if (!fallback || model === fallback || signal.aborted) return false
    log.warn('model-fallback', { code: modelFailure(error).code })
    model = fallback
    modelCalls = undefined
    silence = silenceLimit(signal)
    return true
  }

  function ask(question: Question): AsyncIterableIterator<Part> {
    let answer = answerOf(model, question, { silence, modelCalls })
    let hasAnswered = false

    return {
      [Symbol.asyncIterator]() {
        return this
      },

      async next() {
        try {
          const result = await answer.next()
          hasAnswered ||= isAnswer(result.value)
          return result
        } catch (error) {
          if (hasAnswered || !fallBack(error)) throw error
          answer = answerOf(model, question, { silence, modelCalls })
          return { done: false, value: NOTICE }
        }
      },

      return: () => answer.return(),
    }
  }

  return { ask, current: () => model }
}

interface AnswerDeps {
  silence: SilenceLimit
  modelCalls: ModelCalls | undefined
}

/** One answer of one model, which is asked again only while it has said nothing. */
function answerOf(model: LanguageModelV3, question: Question, { silence, modelCalls }: AnswerDeps) {
  const { retry } = prepareRetries({ maxRetries: 1, abortSignal: silence.signal })
  let call: ReturnType<ModelCalls['begin']> | undefined
  let reader: ReadableStreamDefaultReader<Part> | undefined
  // A model that heeds no signal is left at once all the same.
  const cancel = () => void reader?.cancel(silence.signal.reason).catch(() => {})
  const stay = onAbort(silence.signal, cancel)

  async function open() {
    silence.start()
    call = modelCalls?.begin()
    try {
      const begun = Promise.resolve(model.doStream({ ...question, abortSignal: silence.signal }))
      const { stream } = await untilAborted(begun, silence.signal)
      return stream.getReader()
    } catch (error) {
      fail(error)
      throw error
    }
  }

  function fail(error: unknown) {
    const { aborted, reason } = silence.signal
    if (aborted && (silence.isOfReader() || !isTimeout(reason))) call?.cancel()
    else call?.fail(reason ?? error)
  }

  function leave() {
    call?.cancel()
    stay()
    cancel()
    silence.pause()
  }

  return {
    /** @throws what the model fails with, or the reason of an abort */
    async next(): Promise<IteratorResult<Part, undefined>> {
      try {
        reader ??= await retry(open)
        silence.waitForModel()
        const result = await reader.read()
        silence.signal.throwIfAborted() // a stream that is left just ends
        silence.waitForReader()
        if (result.value?.type === 'error') throw result.value.error
        if (!result.done) return result
        call?.finish()
        leave()
        return { done: true, value: undefined }
      } catch (error) {
        const reason = silence.signal.reason ?? error
        fail(error)
        leave()
        throw reason
      }
    },

    async return(): Promise<IteratorResult<Part, undefined>> {
      leave()
      return { done: true, value: undefined }
    },
  }
}

type SilenceLimit = ReturnType<typeof silenceLimit>

/** Aborts when nothing has happened for too long, or with `outer`. */
function silenceLimit(outer: AbortSignal) {
  const limit = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0
  let isReaderDue = false
  onAbort(outer, () => limit.abort(outer.reason))

  // Looks again when the limit would be up, for a timer a part costs more than the part.
  function look() {
    const leftMs = heardAt + MAX_SILENCE_MS - performance.now()
    if (leftMs > 0) timer = setTimeout(look, leftMs)
    else limit.abort(new DOMException('Nothing was heard for too long.', 'TimeoutError'))
  }

  function waitFor(reader: boolean) {
    heardAt = performance.now()
    isReaderDue = reader
  }

  return {
    signal: limit.signal,
    waitForModel: () => waitFor(false),
    waitForReader: () => waitFor(true),
    /** Whether it is the reader who has taken nothing since. */
    isOfReader: () => isReaderDue,

    start() {
      waitFor(false)
      clearTimeout(timer)
      timer = setTimeout(look, MAX_SILENCE_MS)
    },

    pause() {
      clearTimeout(timer)
    },
  }
}

/** What comes before these says nothing to anybody. */
function isAnswer(part: Part | undefined) {
  return part !== undefined && (part.type.startsWith('text') || part.type.startsWith('tool'))
}

const NOTICE: Part = {
  type: 'text-delta',
  id: 'notice',
  delta: 'The hosted language model does not answer right now, so the embedded one does.',
}
