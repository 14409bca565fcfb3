import * as z from 'zod'
import { parameterIssues, parameterWarnings } from '../action/parameters.ts'
import type { Failed, ToolCall, ToolResult } from '../delivery/delivery-event.ts'
import { checkDeploymentUrl } from '../delivery/guard/check-deployment-url.ts'
import type { FrontendAction, RegisteredAgent } from '../delivery/run-input.ts'

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

interface Checked {
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

/** The results of the checks that explain why an agent does not answer. */
export function checksOf(input: Checked, outcome: Outcome): Check[] {
  return [
    ...checkEnabled(input),
    checkAddress(input, outcome),
    checkStatus(outcome),
    checkAnswer(outcome),
    ...checkCalls(outcome),
    checkNames(input, outcome),
    checkParameters(input),
  ]
}

function checkEnabled({ isActive }: Checked): Check[] {
  if (isActive === undefined) return []
  if (isActive) return [toCheck('enabled', 'passed', 'The agent is enabled.')]
  return [toCheck('enabled', 'failed', 'The agent is disabled: it does not answer in chats.')]
}

function checkAddress({ agent }: Checked, { status, failure }: Outcome): Check {
  const check = 'deployment-url'
  if (status === undefined) {
    return toCheck(check, 'failed', failure?.detail ?? 'The Deployment URL was not reached.')
  }
  try {
    checkDeploymentUrl(agent.url, { allowLocal: false })
    return toCheck(check, 'passed', 'The Deployment URL was reached.')
  } catch {
    const finding = 'The Deployment URL was reached, but it is not public: only this machine and '
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
  if (hasText || toolCalls.length > 0) return toCheck('answer', 'passed', 'The answer is complete.')
  return toCheck('answer', 'warning', 'The answer is complete but empty.')
}

const CALL_ISSUES = {
  'no-arguments': 'has no arguments, not even {}',
  'invalid-arguments': 'has arguments that are not a JSON object',
  'never-ended': 'ends before its arguments are complete',
} as const

/**
 * Calls that no client can run. A call that is never closed is run if its arguments are complete.
 */
function checkCalls({ toolCalls }: Outcome): Check[] {
  if (toolCalls.length === 0) return []
  const broken = toolCalls.flatMap(({ toolName, fault }) => {
    return fault ? [`The call of ${toolName} ${CALL_ISSUES[fault]}.`] : []
  })
  if (broken.length > 0) return [toCheck('calls', 'failed', broken.join(' '))]
  const unclosed = new Set(
    toolCalls.filter((call) => call.isUnclosed).map(({ toolName }) => toolName),
  )
  if (unclosed.size === 0) return [toCheck('calls', 'passed', 'Every call is complete.')]
  const finding = `The event that closes a call is missing: ${[...unclosed].join(', ')}. `
  return [toCheck('calls', 'warning', `${finding}The call was treated as closed at the end.`)]
}

/**
 * The names of calls left to the client must be registered. Those the agent ran itself need not be.
 */
function checkNames({ given }: Checked, { toolCalls, toolResults }: Outcome): Check {
  const check = 'action-names'
  const ran = new Set(toolResults.map(({ toolCallId }) => toolCallId))
  const registered = new Set([...given.tools, ...given.actions])
  const left = toolCalls.filter(({ toolCallId }) => !ran.has(toolCallId))
  const names = left.map(({ toolName }) => toolName)
  const unknown = new Set(names.filter((name) => !registered.has(name)))
  if (unknown.size > 0) {
    const finding = `The agent called actions that are not registered: ${[...unknown].join(', ')}. `
    return toCheck(check, 'failed', `${finding}Names must match exactly.`)
  }
  const called = new Set(toolCalls.map(({ toolName }) => toolName))
  if (called.size > 0)
    return toCheck(check, 'passed', `The agent called ${[...called].join(', ')}.`)
  return toCheck(check, 'unknown', 'The agent called no tools this time.')
}

function checkParameters({ offered }: Checked): Check {
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
