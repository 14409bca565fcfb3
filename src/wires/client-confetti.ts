import { type FrontendTool, type Message, TRIGGER_CONFETTI } from '../core/run.ts'

/** The confetti of a client that declares `triggerConfetti` as its own tool. */
interface ClientConfetti {
  /** Whether the client declares the tool. Its calls are then sent without our result. */
  isDeclared: boolean
  /** Whether this run only brings the client's result, so that there is nothing left to say. */
  isReported: boolean
}

/**
 * Chat platforms throw confetti when the arguments of the call are complete, and go on reading.
 * CopilotKit throws it after a run that has no result for the call, and sends the result with a run
 * of its own. For both, the result is left out, the run continues with its text, and the run that
 * brings the result is empty.
 */
export function clientConfetti(
  messages: readonly Message[],
  tools: readonly FrontendTool[],
): ClientConfetti {
  const declared = new Set(tools.map(({ name }) => name))
  const isDeclared = declared.has(TRIGGER_CONFETTI)
  return { isDeclared, isReported: isDeclared && isReport(messages, declared) }
}

/**
 * Since the user's last message there was confetti and a text, and since that text no result of
 * another frontend tool. Clients differ in where they put the results.
 */
function isReport(messages: readonly Message[], declared: ReadonlySet<string>): boolean {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
  const said = turn.findLastIndex(({ role, content }) => role === 'assistant' && content.trim())
  if (said < 0) return false
  const names = new Map(
    turn.flatMap(({ toolCalls }) => toolCalls.map((call) => [call.toolCallId, call.toolName])),
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
