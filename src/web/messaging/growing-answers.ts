import type { LiveEvent } from '../../platform/client.ts'
import type { Entry, ToolStep } from './entry.ts'

type Growing = ReadonlyMap<string, Entry>
type RunEvent = Extract<LiveEvent, { runId: string }>

/**
 * The answers that are under way, by the id of their run, after one more event. An answer is no
 * longer among them once it is stored, or has failed to be: then it stays, and says so.
 */
export function grow(answers: Growing, event: LiveEvent): Growing {
  if (event.type === 'message-sent') return without(answers, event.message.runId)
  if (!('runId' in event)) return answers
  const { runId } = event
  const answer = event.type === 'run-started' ? begun(event) : answers.get(runId)
  // A stream that begins in the middle of an answer begins with all of it: what has no run is over.
  return answer ? new Map(answers).set(runId, apply(answer, event)) : answers
}

function without(answers: Growing, runId: string | undefined): Growing {
  if (runId === undefined || !answers.has(runId)) return answers
  return new Map([...answers].filter(([key]) => key !== runId))
}

function begun({ runId, agent }: Extract<RunEvent, { type: 'run-started' }>): Entry {
  return {
    key: runId,
    sender: agent,
    senderName: agent,
    isMine: false,
    isNotice: false,
    text: '',
    steps: [],
    reactions: [],
    isEdited: false,
    isDeleted: false,
    state: 'growing',
  }
}

function apply(answer: Entry, event: RunEvent): Entry {
  switch (event.type) {
    case 'text-delta':
      // Its offset makes it harmless to come twice.
      return { ...answer, text: answer.text.slice(0, event.offset) + event.delta }
    case 'tool-call-start':
    case 'tool-call':
    case 'tool-result':
      return { ...answer, steps: withStep(answer.steps, event) }
    case 'failed':
      return { ...answer, failure: event.message }
    case 'run-started':
      return answer
  }
}

type ToolEvent = Extract<RunEvent, { toolCallId: string }>

function withStep(steps: readonly ToolStep[], event: ToolEvent): readonly ToolStep[] {
  const { toolCallId: id } = event
  const before = steps.find((step) => step.id === id)
  const step = stepAfter(before ?? newStep(event), event)
  return before ? steps.map((other) => (other.id === id ? step : other)) : [...steps, step]
}

function newStep({ toolCallId: id, name = 'tool' }: ToolEvent): ToolStep {
  return { id, name, state: 'running', args: undefined }
}

function stepAfter(step: ToolStep, event: ToolEvent): ToolStep {
  if (event.type === 'tool-result') return { ...step, state: 'done', result: event.result }
  const { displayName, executionText } = event
  const labelled = { ...step, displayName, executionText }
  if (event.type === 'tool-call-start') return labelled
  return { ...labelled, args: event.args, state: event.fault === null ? step.state : 'failed' }
}
