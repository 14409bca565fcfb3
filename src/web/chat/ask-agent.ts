import { send } from '../api/request.ts'
import { RequestError } from '../api/request-error.ts'
import { type RunLine, readRunLine } from './run-line.ts'

/** The service sends something every 15 seconds, if only white space. */
const MAX_SILENCE_MS = 60_000
/** A line that does not end in this many characters is none. */
const MAX_LINE_CHARACTERS = 8_000_000

export interface Question {
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  thread_id?: string | undefined
}

/**
 * Asks our own agent, and hands over its answer line by line, several that came at once in one list.
 * The last line is `done` or `error`.
 *
 * @throws RequestError when there is no answer, or none to its end; the signal's reason when it is
 * aborted.
 */
export async function* askAgent(
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<readonly RunLine[]> {
  const silence = silenceLimit()
  const either = AbortSignal.any([signal, silence.signal])
  try {
    const response = await send('/stream', { method: 'POST', body: question, signal: either })
    for await (const texts of linesOf(response, silence.reset)) {
      const lines = texts.flatMap((text) => readRunLine(text) ?? [])
      const endsAt = lines.findIndex(({ type }) => type === 'done' || type === 'error')
      yield endsAt < 0 ? lines : lines.slice(0, endsAt + 1)
      if (endsAt >= 0) return
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (silence.signal.aborted) throw new RequestError('The agent stopped answering.', { cause })
    throw cause instanceof RequestError ? cause : brokeOff(cause)
  } finally {
    silence.stop()
  }
  throw brokeOff(undefined)
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
      if (rest.length > MAX_LINE_CHARACTERS) throw brokeOff(undefined)
      if (lines.length > 0) yield lines
    }
  } finally {
    // Whoever stops reading wants no more of it: the connection is given up.
    await reader.cancel().catch(() => {})
  }
}

function brokeOff(cause: unknown) {
  return new RequestError('The answer broke off.', { cause })
}

/** A signal that is aborted once nothing was heard for too long. */
function silenceLimit() {
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
