import * as z from 'zod'
import type { AgentKind } from '../agent-kinds.ts'
import type { CollectedAnswer } from '../delivery/collect-answer.ts'
import type { DeliveryErrorCode } from '../delivery/delivery-error.ts'
import { checkDeploymentUrl } from '../delivery/deployment-url.ts'
import type { FrontendAction, RegisteredAgent } from '../delivery/run-input.ts'
import { labelOf, routeStep } from './known-kinds.ts'
import { parameterIssues, parameterWarnings } from './parameters.ts'

/** What was found about one part of an agent, and what to do about it. */
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
  nextStep: z.string().optional(),
})

type Check = z.output<typeof AgentCheck>

/** What a test of an agent comes to, and what to do next. */
export const Verdict = z
  .object({
    outcome: z.enum(['passed', 'warning', 'failed']),
    text: z.string(),
    nextStep: z.string().optional(),
    testedAt: z.int().describe('Unix seconds.'),
  })
  .meta({ id: 'PlatformAgentVerdict' })

interface Tested
  extends Pick<RegisteredAgent, 'integrateWith' | 'url' | 'agentId'>,
    Pick<CollectedAnswer, 'text' | 'toolCalls' | 'toolResults' | 'failure'> {
  /** Undefined if the agent is not registered. */
  isActive: boolean | undefined
  /** The names of its registered tools and actions. */
  tools: readonly string[]
  actions: readonly string[]
  offered: readonly FrontendAction[]
  /** Undefined if there was no response. */
  status: number | undefined
  /** The kind of agent whose format the answer has, if it is another one. */
  looksLike: AgentKind | undefined
}

/** If the agent was not reached, what depends on its answer was not checked. */
export function checksOf(tested: Tested): Check[] {
  const checks = [checkEnabled, checkAddress]
  const ofAnswer = [checkStatus, checkAnswer, checkCalls, checkNames, checkParameters]
  const all = tested.status === undefined ? checks : [...checks, ...ofAnswer]
  return all.flatMap((check) => check(tested) ?? [])
}

/** The first thing that is wrong. Whether the agent is switched on says nothing about whether it works. */
export function verdictOf(checks: readonly Check[], durationMs: number) {
  const found = checks.filter(({ check }) => check !== 'enabled')
  const broken = found.find(({ outcome }) => outcome === 'failed')
  if (broken) {
    const { finding: text, nextStep } = broken
    return { outcome: 'failed' as const, text, ...(nextStep && { nextStep }) }
  }
  const warning = found.find(({ outcome }) => outcome === 'warning')
  if (warning) {
    return { outcome: 'warning' as const, text: 'It answers.', nextStep: warning.finding }
  }
  const seconds = (durationMs / 1000).toFixed(1)
  return { outcome: 'passed' as const, text: `It works: answered in ${seconds} s.` }
}

function toCheck(
  check: Check['check'],
  outcome: Check['outcome'],
  finding: string,
  nextStep?: string,
): Check {
  return { check, outcome, finding, ...(nextStep && { nextStep }) }
}

function checkEnabled({ isActive }: Tested) {
  if (isActive === undefined) return undefined
  if (isActive) return toCheck('enabled', 'passed', 'The agent is enabled.')
  return toCheck('enabled', 'failed', 'The agent is disabled: it does not answer in chats.')
}

function checkAddress({ url, status, failure }: Tested) {
  const check = 'deployment-url'
  if (status === undefined) {
    const [text = 'The agent was not reached.', nextStep] = sentencesOf(failure)
    const isUnreachable = failure?.code === 'unreachable'
    return toCheck(check, 'failed', isUnreachable ? unreached(failure.detail) : text, nextStep)
  }
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

function unreached(detail: string) {
  const [, reason] = REASONS.find(([code]) => code.test(detail)) ?? []
  return `The agent cannot be reached: ${reason ?? 'the connection failed'}.`
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'It expects another request: check the provider, and the id of the agent.',
  401: 'Add the header that it asks for, such as Authorization, or correct its value.',
  403: 'Its headers may not be those of somebody who is allowed to call it.',
  404: 'Check the path of the Deployment URL.',
  405: 'This path takes no POST requests. Check the path of the Deployment URL.',
  422: 'It expects another request: check the provider.',
  429: 'It takes no more requests for now: try it again later.',
}

function checkStatus({ status = 0, integrateWith, url, agentId }: Tested) {
  if (status >= 200 && status < 300) {
    return toCheck('status', 'passed', `The agent answered with status ${status}.`)
  }
  const finding =
    status < 400
      ? 'The address redirects to another one.'
      : `The agent rejected the request with status ${status}.`
  const hasRoute = status === 404 || status === 405
  const route = hasRoute ? routeStep(integrateWith, url, agentId) : undefined
  const other =
    status < 400 ? 'Enter the address that it leads to.' : 'Look into the log of the agent.'
  return toCheck('status', 'failed', finding, route ?? STATUSES[status] ?? other)
}

/** For the failures that have other words here than for the users of a chat. */
const FAILURES: Readonly<
  Partial<Record<DeliveryErrorCode, readonly [text: string, nextStep: string]>>
> = {
  unreachable: [
    'The agent cannot be reached.',
    'Check the Deployment URL, and that the agent is running.',
  ],
  'address-refused': ['This address must not be called.', 'Enter a public address.'],
  'agent-failed': ['The agent reported an error.', 'Look into the log of the agent.'],
  'wrong-content': [
    'The agent answers in another format.',
    'Choose another provider, or the path that has the format of this one.',
  ],
  malformed: ['The agent’s answer cannot be read.', 'Check that the provider is the right one.'],
  'cut-short': [
    'The answer does not end as it should.',
    'Check that the provider is the right one, and that the agent ends each run.',
  ],
  'timed-out': ['The agent took too long to answer.', 'Try it again, or with a shorter question.'],
  'too-large': ['The answer is too long.', 'Ask for a shorter one.'],
}

function sentencesOf(failure: Tested['failure']): readonly [text?: string, nextStep?: string] {
  return failure ? (FAILURES[failure.code] ?? [failure.message]) : []
}

function checkAnswer(tested: Tested) {
  const { failure, looksLike, toolCalls, text, integrateWith, url, agentId } = tested
  if (looksLike) {
    const label = labelOf(looksLike)
    const nextStep = `Choose ${label} as the provider.`
    return toCheck('answer', 'failed', `This looks like ${label}.`, nextStep)
  }
  if (failure) {
    const [finding = failure.message, nextStep] = sentencesOf(failure)
    const isOther = failure.code === 'wrong-content' || failure.code === 'malformed'
    const route = isOther ? routeStep(integrateWith, url, agentId) : undefined
    return toCheck('answer', 'failed', finding, route ?? nextStep)
  }
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

/** Calls that no client can run. One that is never closed is run if its arguments are complete. */
function checkCalls({ toolCalls }: Tested) {
  if (toolCalls.length === 0) return undefined
  const broken = toolCalls.flatMap(({ toolName, fault }) => {
    return fault ? [`The call of ${toolName} ${CALL_ISSUES[fault]}.`] : []
  })
  if (broken.length > 0) return toCheck('calls', 'failed', broken.join(' '))
  const unclosed = namesIn(toolCalls.filter((call) => call.isUnclosed))
  if (unclosed === '') return toCheck('calls', 'passed', 'Every call is complete.')
  const finding = `The event that closes a call is missing: ${unclosed}. `
  return toCheck('calls', 'warning', `${finding}The call was treated as closed at the end.`)
}

/** The names of calls left to the client must be registered. Those the agent ran itself need not be. */
function checkNames({ tools, actions, toolCalls, toolResults }: Tested) {
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

function checkParameters({ offered }: Tested) {
  if (offered.length === 0) return undefined
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
