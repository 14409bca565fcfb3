import type { EventType } from '@ag-ui/core'
import {
  type EventTable,
  fieldsOf,
  idOf,
  type Meaning,
  type ReadEvent,
  readAs,
  readCallStart,
  readInput,
} from '../event-table.ts'
import { readFrame } from '../reader-limits.ts'
import type { RunReader } from '../run-reader.ts'

/** The events of one run. A chat needs no others. */
export function agUiEvents(): EventTable {
  /** Messages with a role other than assistant: their text is ignored. */
  const ignored = new Set<string>()
  /** The call that is sent in chunks. It ends with the next event of another kind. */
  let call: string | undefined
  let hasText = false
  /** The last answer in the latest snapshot of the conversation. */
  let snapshot = ''

  const startText: ReadEvent = (event) => {
    const messageId = event.text('messageId')
    const isOwn = (event.text('role') ?? 'assistant') === 'assistant'
    if (messageId !== undefined && !isOwn) ignored.add(messageId)
  }

  const addText: ReadEvent = (event, run) => {
    const messageId = event.text('messageId')
    const delta = event.text('delta', 'content') ?? ''
    if (messageId !== undefined && ignored.has(messageId)) return
    hasText ||= delta !== ''
    run.text(delta, messageId)
  }

  const addCallChunk: ReadEvent = (event, run) => {
    const id = idOf(event, call)
    if (id !== call) {
      endChunks(run)
      call = id
      readCallStart(event, run)
    }
    readInput(event, run, id)
  }

  function endChunks(run: RunReader) {
    if (call !== undefined) run.endCall(call)
    call = undefined
  }

  const meanings: Partial<Record<`${EventType}`, Meaning>> = {
    RUN_STARTED: 'start',
    TEXT_MESSAGE_START: startText,
    TEXT_MESSAGE_CONTENT: addText,
    TEXT_MESSAGE_CHUNK: (event, run) => {
      startText(event, run)
      addText(event, run)
    },
    TEXT_MESSAGE_END: 'text-end',
    TOOL_CALL_START: 'call-start',
    TOOL_CALL_ARGS: 'call-input',
    TOOL_CALL_END: 'call-end',
    TOOL_CALL_RESULT: (event, run) =>
      run.addResult({ toolCallId: idOf(event), result: resultOf(event.any('content')) }),
    MESSAGES_SNAPSHOT: (event) => {
      snapshot = lastAnswer(event.any('messages'))
    },
    // An agent that does not stream text only sends it in a snapshot.
    RUN_FINISHED: (event, run) => {
      if (fieldsOf(event.any('outcome')).text('type') === 'cancelled') {
        return readAs('cancelled', event, run)
      }
      const reason = fieldsOf(event.any('metadata')).text('finishReason')
      run.text(hasText ? '' : snapshot)
      run.end(reason)
    },
    RUN_ERROR: 'error',
  }
  const others = Object.entries(meanings).map(([type, meaning]): [string, ReadEvent] => {
    const read: ReadEvent = (event, run) => {
      endChunks(run)
      readAs(meaning, event, run)
    }
    return [type, read]
  })
  return { ...Object.fromEntries(others), TOOL_CALL_CHUNK: addCallChunk }
}

/** The text of the assistant after the last message of the user. */
function lastAnswer(messages: unknown): string {
  const all = Array.isArray(messages) ? messages.map(fieldsOf) : []
  return all
    .slice(all.findLastIndex((message) => message.text('role') === 'user') + 1)
    .filter((message) => message.text('role') === 'assistant')
    .map((message) => message.text('content') ?? '')
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Results are text in AG-UI. The JSON of an object or array is parsed. */
function resultOf(content: unknown): unknown {
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return content ?? null
  try {
    return readFrame(content)
  } catch {
    return content
  }
}
