import * as z from 'zod'
import type { CollectedAnswer } from '../delivery/collect-answer.ts'
import { checkDeploymentUrl } from '../delivery/deployment-url.ts'
import type { FrontendAction } from '../delivery/run-input.ts'
import { parameterIssues, parameterWarnings } from './parameters.ts'
import type { Registration } from './registration.ts'

/** One of the checks that explain why an agent does not answer. */
export const AgentCheck = z.object({
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

type Check = z.output<typeof AgentCheck>

interface Tested
  extends Pick<Registration, 'url' | 'tools' | 'actions'>,
    Pick<CollectedAnswer, 'text' | 'toolCalls' | 'toolResults' | 'failure'> {
  /** Undefined if the agent is not registered. */
  isActive: boolean | undefined
  offered: readonly FrontendAction[]
  /** Undefined if there was no response. */
  status: number | undefined
}

/** If the agent was not reached, what depends on its answer was not checked. */
export function checksOf(tested: Tested): Check[] {
  if (tested.status === undefined) return [...checkEnabled(tested), checkAddress(tested)]
  return [
    ...checkEnabled(tested),
    checkAddress(tested),
    checkStatus(tested),
    checkAnswer(tested),
    ...checkCalls(tested),
    checkNames(tested),
    ...checkParameters(tested),
  ]
}

function checkEnabled({ isActive }: Tested): Check[] {
  if (isActive === undefined) return []
  if (isActive) return [toCheck('enabled', 'passed', 'The agent is enabled.')]
  return [toCheck('enabled', 'failed', 'The agent is disabled: it does not answer in chats.')]
}

function checkAddress({ url, status, failure }: Tested): Check {
  const check = 'deployment-url'
  if (status === undefined) return toCheck(check, 'failed', unreached(failure))
  try {
    checkDeploymentUrl(url, { allowLocal: false })
    return toCheck(check, 'passed', 'The Deployment URL was reached.')
  } catch {
    const finding = 'The Deployment URL was reached. It is not public: only this machine and its '
    return toCheck(check, 'passed', `${finding}network can reach it.`)
  }
}

/** Why there was no response, in words for the codes of Node and undici. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nothing listens at this address'],
  [/ENOTFOUND|EAI_AGAIN/, 'its host name cannot be found'],
  [/TIMEDOUT|CONNECT_TIMEOUT/, 'the connection timed out'],
  [/CERT|SIGNED|TLS|SSL/, 'its certificate is not trusted'],
]

function unreached(failure: Tested['failure']) {
  if (failure?.code !== 'unreachable') return failure?.detail ?? 'The agent was not reached.'
  const [, reason] = REASONS.find(([code]) => code.test(failure.detail)) ?? []
  return `The agent cannot be reached: ${reason ?? 'the connection failed'}.`
}

function checkStatus({ status = 0 }: Tested): Check {
  const outcome = status >= 200 && status < 300 ? 'passed' : 'failed'
  return toCheck('status', outcome, `The agent answered with status ${status}.`)
}

function checkAnswer({ failure, toolCalls, text }: Tested): Check {
  if (failure) return toCheck('answer', 'failed', `The answer failed: ${failure.detail}.`)
  if (text !== '' || toolCalls.length > 0) {
    return toCheck('answer', 'passed', 'The answer is complete.')
  }
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
function checkCalls({ toolCalls }: Tested): Check[] {
  if (toolCalls.length === 0) return []
  const broken = toolCalls.flatMap(({ toolName, fault }) => {
    return fault ? [`The call of ${toolName} ${CALL_ISSUES[fault]}.`] : []
  })
  if (broken.length > 0) return [toCheck('calls', 'failed', broken.join(' '))]
  const unclosed = namesIn(toolCalls.filter((call) => call.isUnclosed))
  if (unclosed === '') return [toCheck('calls', 'passed', 'Every call is complete.')]
  const finding = `The event that closes a call is missing: ${unclosed}. `
  return [toCheck('calls', 'warning', `${finding}The call was treated as closed at the end.`)]
}

/**
 * The names of calls left to the client must be registered. Those the agent ran itself need not be.
 */
function checkNames({ tools, actions, toolCalls, toolResults }: Tested): Check {
  const check = 'action-names'
  const ran = new Set(toolResults.map(({ toolCallId }) => toolCallId))
  const registered = new Set([...tools, ...actions])
  const unknown = namesIn(
    toolCalls.filter((call) => !ran.has(call.toolCallId) && !registered.has(call.toolName)),
  )
  if (unknown !== '') {
    const finding = `The agent called actions that are not registered: ${unknown}. `
    return toCheck(check, 'failed', `${finding}Names must match exactly.`)
  }
  if (toolCalls.length === 0) {
    return toCheck(check, 'unknown', 'The agent called no tools this time.')
  }
  return toCheck(check, 'passed', `The agent called ${namesIn(toolCalls)}.`)
}

/** Each name once, separated by commas. */
function namesIn(toolCalls: Tested['toolCalls']) {
  return [...new Set(toolCalls.map(({ toolName }) => toolName))].join(', ')
}

function checkParameters({ offered }: Tested): Check[] {
  if (offered.length === 0) return []
  const issues = offered.flatMap(({ name, parameters }) =>
    parameterIssues(parameters).map(
      ({ path, message }) => `${name}: ${['parameters', ...path].join('.')} ${message}.`,
    ),
  )
  if (issues.length > 0) return [toCheck('parameters', 'failed', issues.join(' '))]
  const warnings = offered.flatMap(({ name, parameters }) =>
    parameterWarnings(parameters).map((warning) => `${name}: ${warning}`),
  )
  if (warnings.length > 0) return [toCheck('parameters', 'warning', warnings.join(' '))]
  const count = `${offered.length} ${offered.length === 1 ? 'action' : 'actions'}`
  return [toCheck('parameters', 'passed', `The Parameters schemas of ${count} are valid.`)]
}

function toCheck(check: Check['check'], outcome: Check['outcome'], finding: string): Check {
  return { check, outcome, finding }
}
