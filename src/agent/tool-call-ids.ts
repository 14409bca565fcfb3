import type { Message } from '../core/run.ts'

/** A new id that every host accepts: Mistral's wants nine letters and digits. */
export function newCallId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 9)
}

/**
 * Ids that no other call of the thread has, made from those of the model. Some hosts count anew in each
 * answer, and clients would take the call for the one before.
 */
export function uniqueCallIds(messages: readonly Message[]) {
  let used: Set<string> | undefined
  return (wanted: string): string => {
    used ??= new Set(
      messages.flatMap((message) => [
        ...message.toolCalls.map((call) => call.toolCallId),
        message.toolCallId ?? '',
      ]),
    )
    let id = wanted
    while (id.trim() === '' || used.has(id)) id = newCallId()
    used.add(id)
    return id
  }
}
