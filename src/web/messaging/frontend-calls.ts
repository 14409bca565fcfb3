import type { LiveEvent, Message } from '../../client/client.ts'
import { fieldsOf, textOf } from './conversation-state.ts'

/** Runs a frontend action; what it returns, or resolves with, is handed back to the agent. */
export type CallHandler = (args: Readonly<Record<string, unknown>>) => unknown

type Outcome = [result: unknown, isError: boolean]
type CallEvent = Extract<LiveEvent, { type: 'tool-call' }>

/**
 * Runs what agents call in answers to this window: a user may have others open, and an action runs
 * in one. It runs from the arguments of the call, as soon as they are known.
 */
export function frontendCalls(handlers: Readonly<Record<string, CallHandler>>) {
  const sent = new Set<string>()
  const runs = new Set<string>()
  const outcomes = new Map<string, Promise<Outcome>>()

  const isAskedHere = ({ muid, data }: Message) => {
    const { messageId, toolCallId } = fieldsOf(data?.customData)
    return (muid !== undefined && sent.has(muid)) || sent.has(`${messageId} ${textOf(toolCallId)}`)
  }

  return {
    onSent: (muid: string) => void sent.add(muid),
    onHandedBack: (messageId: string, toolCallId: string) =>
      void sent.add(`${messageId} ${toolCallId}`),
    onRunStarted(runId: string, asked: Message | undefined) {
      if (asked && isAskedHere(asked)) runs.add(runId)
    },
    onCall({ runId, toolCallId, name, args, fault }: CallEvent) {
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
      if (!handler || !runs.has(runId) || fault !== null || outcomes.has(toolCallId)) return
      outcomes.set(toolCallId, run(handler, args ?? {}))
    },
    /** What a call that ran here came to. */
    outcomeOf: (toolCallId: string) => outcomes.get(toolCallId),
  }
}

async function run(
  handler: CallHandler,
  args: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  try {
    return [(await handler(args)) ?? null, false]
  } catch (error) {
    return [{ error: error instanceof Error ? error.message : String(error) }, true]
  }
}
