import type { LiveEvent, Message } from '../../client/client.ts'
import { asRecord } from '../../core/json.ts'

/** Runs a frontend action. What it returns or resolves with is sent to the agent. */
export type ActionHandler = (args: Readonly<Record<string, unknown>>) => unknown

type Outcome = [result: unknown, isError: boolean]
type CallEvent = Extract<LiveEvent, { type: 'tool-call' }>

/**
 * Runs the actions that agents call. A user may have several windows open, so an action runs only in
 * the window that sent the message or result which the run answers.
 */
export function createActionRunner(handlers: Readonly<Record<string, ActionHandler>>) {
  const sent = new Set<string>()
  const runs = new Set<string>()
  const outcomes = new Map<string, Promise<Outcome>>()

  const isFromHere = ({ muid, data }: Message) => {
    const { messageId, toolCallId } = asRecord(data?.customData)
    return (muid !== undefined && sent.has(muid)) || sent.has(`${messageId} ${toolCallId}`)
  }

  return {
    onSent: (muid: string) => void sent.add(muid),
    onResultSent: (messageId: string, toolCallId: string) =>
      void sent.add(`${messageId} ${toolCallId}`),
    onRunStarted(runId: string, question: Message | undefined) {
      if (question && isFromHere(question)) runs.add(runId)
    },
    onCall({ runId, toolCallId, name, args, fault }: CallEvent) {
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
      if (!handler || !runs.has(runId) || fault !== null || outcomes.has(toolCallId)) return
      outcomes.set(toolCallId, run(handler, args ?? {}))
    },
    /** Undefined if the call did not run here. */
    outcomeOf: (toolCallId: string) => outcomes.get(toolCallId),
  }
}

async function run(
  handler: ActionHandler,
  args: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  try {
    return [(await handler(args)) ?? null, false]
  } catch (error) {
    return [{ error: error instanceof Error ? error.message : String(error) }, true]
  }
}
