import type { Entry } from './entry.ts'

/** Runs a frontend action; what it returns, or resolves with, is handed back to the agent. */
export type CallHandler = (args: Readonly<Record<string, unknown>>) => unknown

type HandBack = (toolCallId: string, result: unknown, isError?: boolean) => Promise<void>

/** Runs the calls of an answer that wait for this side, one after the other, where it knows how. */
export async function handleCalls(
  { steps }: Entry,
  handlers: Readonly<Record<string, CallHandler>>,
  handBack: HandBack,
): Promise<void> {
  for (const { id, name, args, state } of steps) {
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (state !== 'waiting' || !handler) continue
    try {
      await handBack(id, (await handler(Object(args))) ?? null)
    } catch (error) {
      await handBack(id, { error: error instanceof Error ? error.message : String(error) }, true)
    }
  }
}
