import * as z from 'zod'
import { readJson } from '../read-json.ts'

// Only the fields that are read: the schemas of @ag-ui/core are too large for a Worker.

const Anything = z.unknown().optional()

const Optional = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)

export const TextStart = z.object({ messageId: Optional, role: Optional })
export const TextContent = z.object({ messageId: Optional, delta: z.string() })

export const CallStart = z.object({ toolCallId: z.string(), toolCallName: z.string() })
export const CallArgs = z.object({ toolCallId: z.string(), delta: z.string() })
export const CallEnd = z.object({ toolCallId: z.string() })
export const CallResult = z.object({ toolCallId: z.string(), content: Anything })
export const CallChunk = z.object({
  toolCallId: Optional,
  toolCallName: Optional,
  delta: Optional,
})

const SnapshotMessage = z.object({ role: z.string(), content: Anything })

export const Snapshot = z.object({ messages: z.array(SnapshotMessage) })

export const RunError = z.object({ message: Optional }).catch({ message: undefined })

/** The type of the outcome; `success` if there is none. */
export const RunFinished = z
  .object({ outcome: z.object({ type: z.string() }).nullish().catch(null) })
  .transform(({ outcome }) => ({ outcome: outcome?.type ?? 'success' }))

/** The text of the assistant after the last message of the user. */
export function lastAnswer(messages: readonly z.infer<typeof SnapshotMessage>[]): string {
  return messages
    .slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
    .map(({ role, content }) =>
      role === 'assistant' && typeof content === 'string' ? content : '',
    )
    .join('')
}

/** Results are text in AG-UI. The JSON of an object or array is parsed. */
export function outputOf(content: unknown): unknown {
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return content ?? null
  try {
    return readJson(content)
  } catch {
    return content
  }
}
