import { send } from '../api/request.ts'
import { RequestError } from '../api/request-error.ts'
import { parseStreamEvent, type StreamEvent } from './stream-event.ts'

/** The service sends at least a blank heartbeat every 15 seconds. */
const MAX_SILENCE_MS = 60_000
/** A longer line cannot be from the service. */
const MAX_LINE_CHARACTERS = 8_000_000

export interface Question {
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  thread_id?: string | undefined
}

/**
 * Asks the agent and yields the events of its answer; those that arrive together are one list. The
 * last event is `done` or `error`.
 *
 * @throws RequestError if there is no answer or it is incomplete; the signal's reason if it is
 * aborted.
 */
export async function* askAgent(
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<readonly StreamEvent[]> {
  const watchdog = stallWatchdog()
  const either = AbortSignal.any([signal, watchdog.signal])
  try {
    const response = await send('/stream', { method: 'POST', body: question, signal: either })
    for await (const lines of linesOf(response, watchdog.reset)) {
      const events = lines.flatMap((line) => parseStreamEvent(line) ?? [])
      const endsAt = events.findIndex(({ type }) => type === 'done' || type === 'error')
      yield endsAt < 0 ? events : events.slice(0, endsAt + 1)
      if (endsAt >= 0) return
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (watchdog.signal.aborted) throw new RequestError('The agent stopped responding.', { cause })
    throw cause instanceof RequestError ? cause : incomplete(cause)
  } finally {
    watchdog.stop()
  }
  throw incomplete()
}

async function* linesOf({ body }: Response, onChunk: () => void): AsyncGenerator<string[]> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return yield [rest]
      onChunk()
      const lines = value.split('\n')
      lines[0] = rest + lines[0]
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE_CHARACTERS) throw incomplete()
      if (lines.length > 0) yield lines
    }
  } finally {
    // Closes the connection if the reader stops early.
    await reader.cancel().catch(() => {})
  }
}

function incomplete(cause?: unknown) {
  return new RequestError('The answer was cut off.', { cause })
}

/** Its signal is aborted if it is not reset in time. */
function stallWatchdog() {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), MAX_SILENCE_MS)
  let timer = start()
  return {
    signal: controller.signal,
    reset() {
      clearTimeout(timer)
      timer = start()
    },
    stop: () => clearTimeout(timer),
  }
}
