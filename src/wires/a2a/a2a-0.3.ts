import { asRecord } from '../../core/json.ts'
import type { A2aMessage, A2aPart, A2aResult, A2aStatus } from './a2a-result.ts'

/** The methods of A2A 0.3, by what 1.0 calls them. */
export const METHODS_0_3: Readonly<Record<string, string>> = {
  'message/send': 'SendMessage',
  'message/stream': 'SendStreamingMessage',
  'tasks/get': 'GetTask',
  'tasks/cancel': 'CancelTask',
  'tasks/resubscribe': 'SubscribeToTask',
}

/** A result as A2A 0.3 writes it: each object with its kind, and states without a prefix. */
export function resultIn03(result: A2aResult): object {
  if ('message' in result) return messageIn03(result.message)
  if ('task' in result) {
    return { kind: 'task', ...result.task, status: statusIn03(result.task.status) }
  }
  if ('statusUpdate' in result) {
    const { status, ...ofTask } = result.statusUpdate
    return { kind: 'status-update', ...ofTask, status: statusIn03(status), final: true }
  }
  const { artifact, ...ofTask } = result.artifactUpdate
  const parts = artifact.parts.map(partIn03)
  return { kind: 'artifact-update', ...ofTask, artifact: { ...artifact, parts } }
}

function statusIn03({ state, message, ...status }: A2aStatus) {
  return {
    ...status,
    state: state.replace('TASK_STATE_', '').toLowerCase(),
    ...(message && { message: messageIn03(message) }),
  }
}

function messageIn03({ parts, ...message }: A2aMessage) {
  return { kind: 'message', ...message, role: 'agent', parts: parts.map(partIn03) }
}

/** Data must be an object. */
function partIn03({ mediaType: _, ...part }: A2aPart) {
  return 'text' in part
    ? { kind: 'text', ...part }
    : { kind: 'data', ...part, data: asRecord(part.data) }
}
