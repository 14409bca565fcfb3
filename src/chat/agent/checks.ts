import * as z from 'zod'
import { parameterIssues, parameterWarnings } from '../action/parameters.ts'
import type { FrontendAction, RegisteredAgent } from '../delivery/agent-question.ts'
import type { Failed, ToolCall, ToolResult } from '../delivery/delivery-event.ts'
import { checkDeploymentUrl } from '../delivery/guard/check-deployment-url.ts'

export const Check = z.object({
  check: z.enum([
    'enabled',
    'deployment-url',
    'status',
    'answer',
    'calls',
    'action-names',
    'parameters',
  ]),
  outcome: z.enum(['passed', 'warning', 'failed', 'unknown']),
  finding: z.string(),
})

type Check = z.output<typeof Check>

interface Asked {
  agent: RegisteredAgent
  given: { tools: readonly string[]; actions: readonly string[] }
  offered: readonly FrontendAction[]
  isActive?: boolean
}

interface Outcome {
  status: number | undefined
  failure: Failed | undefined
  toolCalls: readonly ToolCall[]
  toolResults: readonly ToolResult[]
  hasText: boolean
}

/** What to look at when an agent does not respond, and what was seen of it. */
export function checksOf(asked: Asked, outcome: Outcome): Check[] {
  return [
    ...checkEnabled(asked),
    checkAddress(asked, outcome),
    checkStatus(outcome),
    checkAnswer(outcome),
    ...checkCalls(outcome),
    checkNames(asked, outcome),
    checkParameters(asked),
  ]
}

function checkEnabled({ isActive }: Asked): Check[] {
  if (isActive === undefined) return []
  if (isActive) return [toCheck('enabled', 'passed', 'The agent is enabled.')]
  return [toCheck('enabled', 'failed', 'The agent is disabled: in a chat it does not answer.')]
}

function checkAddress({ agent }: Asked, { status, failure }: Outcome): Check {
  const check = 'deployment-url'
  if (status === undefined) {
    return toCheck(check, 'failed', failure?.detail ?? 'The Deployment URL was not reached.')
  }
  try {
    checkDeploymentUrl(agent.url, { allowLocal: false })
    return toCheck(check, 'passed', 'The Deployment URL was reached.')
  } catch {
    const finding = 'The Deployment URL was reached, but it is not public: only this machine or '
    return toCheck(check, 'warning', `${finding}its network can reach it.`)
  }
}

function checkStatus({ status }: Outcome): Check {
  if (status === undefined) return toCheck('status', 'unknown', 'The agent did not answer.')
  const isGood = status >= 200 && status < 300
  return toCheck(
    'status',
    isGood ? 'passed' : 'failed',
    `The agent answered with status ${status}.`,
  )
}

function checkAnswer({ failure, toolCalls, hasText }: Outcome): Check {
  if (failure) return toCheck('answer', 'failed', `The answer failed: ${failure.detail}.`)
  if (hasText || toolCalls.length > 0) return toCheck('answer', 'passed', 'The answer is whole.')
  return toCheck('answer', 'warning', 'The answer is whole and says nothing.')
}

const CALL_ISSUES = {
  'no-arguments': 'has no arguments, not even {}',
  'invalid-arguments': 'has arguments that are no JSON object',
  'never-ended': 'breaks off before its arguments are whole',
} as const

/** A call that no client can run; one that is never closed is run all the same, where it is whole. */
function checkCalls({ toolCalls }: Outcome): Check[] {
  if (toolCalls.length === 0) return []
  const broken = toolCalls.flatMap(({ name, fault }) => {
    return fault ? [`The call of ${name} ${CALL_ISSUES[fault]}.`] : []
  })
  if (broken.length > 0) return [toCheck('calls', 'failed', broken.join(' '))]
  const unclosed = new Set(toolCalls.filter((call) => call.isUnclosed).map(({ name }) => name))
  if (unclosed.size === 0) return [toCheck('calls', 'passed', 'Every call is whole.')]
  const finding = `The event that closes a call is missing: ${[...unclosed].join(', ')}. `
  return [toCheck('calls', 'warning', `${finding}It was taken for closed at the end.`)]
}

/** What the agent ran itself is its own affair: the names of what a client is to run must match. */
function checkNames({ given }: Asked, { toolCalls, toolResults }: Outcome): Check {
  const check = 'action-names'
  const ran = new Set(toolResults.map(({ toolCallId }) => toolCallId))
  const registered = new Set([...given.tools, ...given.actions])
  const left = toolCalls.filter(({ toolCallId }) => !ran.has(toolCallId))
  const unknown = new Set(left.map(({ name }) => name).filter((name) => !registered.has(name)))
  if (unknown.size > 0) {
    const finding = `The agent left to the client what is not registered: ${[...unknown].join(', ')}. `
    return toCheck(check, 'failed', `${finding}A name has to be the same to the letter.`)
  }
  const called = new Set(toolCalls.map(({ name }) => name))
  if (called.size > 0)
    return toCheck(check, 'passed', `The agent called ${[...called].join(', ')}.`)
  return toCheck(check, 'unknown', 'The agent called nothing this time.')
}

function checkParameters({ offered }: Asked): Check {
  const issues = offered.flatMap(({ name, parameters }) =>
    parameterIssues(parameters).map(
      ({ path, message }) => `${name}: ${['parameters', ...path].join('.')} ${message}.`,
    ),
  )
  if (issues.length > 0) return toCheck('parameters', 'failed', issues.join(' '))
  const warnings = offered.flatMap(({ name, parameters }) =>
    parameterWarnings(parameters).map((warning) => `${name}: ${warning}`),
  )
  if (warnings.length > 0) return toCheck('parameters', 'warning', warnings.join(' '))
  const count = `${offered.length} ${offered.length === 1 ? 'action' : 'actions'}`
  return toCheck('parameters', 'passed', `The Parameters schemas of ${count} are valid.`)
}

function toCheck(check: Check['check'], outcome: Check['outcome'], finding: string): Check {
  return { check, outcome, finding }
}
