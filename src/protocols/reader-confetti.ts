import type { FrontendTool } from '../agent/frontend-tool.ts'
import type { Message } from '../agent/message.ts'
import type { KnownResults } from '../agent/model-messages.ts'
import { ConfettiInput, confettiOrder, TRIGGER_CONFETTI } from '../tools/confetti.ts'

/**
 * What a request says of its reader's own confetti. Chat platforms throw it from the arguments of
 * the call and read on to the text. CopilotKit throws it after a run that has no result for the
 * call, and reports in a run of its own. Both are served by a run that leaves the result out and
 * goes on to its text, and by one that answers the report with nothing.
 */
export interface ReaderConfetti {
  /** Whether the reader declares `triggerConfetti`, and so gets its calls without our result. */
  isDeclared: boolean
  /** Whether this run only brings the reader's result: all there was to say has been said. */
  isReported: boolean
}

export function readerConfetti(
  messages: readonly Message[],
  tools: readonly FrontendTool[],
): ReaderConfetti {
  const declared = new Set(tools.map(({ name }) => name))
  const isDeclared = declared.has(TRIGGER_CONFETTI)
  return { isDeclared, isReported: isDeclared && isReport(messages, declared) }
}

/** The tool ran here, so that a model reads what it answered then, and not the reader's report. */
export const CONFETTI_RESULTS: KnownResults = new Map([
  [
    TRIGGER_CONFETTI,
    (input) => confettiOrder(ConfettiInput.safeParse(input).data ?? ConfettiInput.parse({})),
  ],
])

/**
 * Since the user's last message confetti was thrown and a text was said, and after that text no
 * other tool of the reader's has answered. Clients differ in where they put the results.
 */
function isReport(messages: readonly Message[], declared: ReadonlySet<string>): boolean {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
  const said = turn.findLastIndex(({ role, content }) => role === 'assistant' && content.trim())
  if (said < 0) return false
  const names = new Map(
    turn.flatMap(({ toolCalls }) => toolCalls.map((call) => [call.id, call.function.name])),
  )
  const answered = (results: readonly Message[]) =>
    results.flatMap(({ role, toolCallId = '' }) => {
      const name = role === 'tool' ? names.get(toolCallId) : undefined
      return name !== undefined && declared.has(name) ? [name] : []
    })
  return (
    answered(turn).includes(TRIGGER_CONFETTI) &&
    answered(turn.slice(said + 1)).every((name) => name === TRIGGER_CONFETTI)
  )
}
