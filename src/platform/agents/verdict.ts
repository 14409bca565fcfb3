import * as z from 'zod'
import type { FrontendTool } from '../../core/run.ts'
import { checkPublicUrl } from '../../core/upstream/public-url.ts'
import type { AgentKind } from '../agent-kinds.ts'
import type { CollectedAnswer } from '../delivery/collect-answer.ts'
import type { RegisteredAgent } from '../delivery/run-input.ts'
import { labelOf, routeStep } from './known-kinds.ts'
import { parameterIssues, parameterWarnings } from './parameters.ts'

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
  /** The names of its registered tools and actions. */
  tools: readonly string[]
  actions: readonly string[]
  offered: readonly FrontendTool[]
  /** Undefined if there was no response. */
  status: number | undefined
  /** The kind of agent whose format the answer has, if it is not the registered kind. */
  looksLike: AgentKind | undefined
  durationMs: number
}

/** A sentence, and what to do. */
type Finding = readonly [text: string, nextStep?: string | undefined]

/** The first thing that is wrong, or else the first that could be better. */
export function verdictOf(tested: Tested): Omit<z.output<typeof Verdict>, 'testedAt'> {
  const [text, nextStep] = problemOf(tested) ?? []
  if (text !== undefined) return { outcome: 'failed', text, ...(nextStep && { nextStep }) }
  const warning = warningOf(tested)
  if (warning) return { outcome: 'warning', text: 'It answers.', nextStep: warning }
  const seconds = (tested.durationMs / 1000).toFixed(1)
  const works = `It works: answered in ${seconds} s.`
  return { outcome: 'passed', text: works, ...(!isPublic(tested.url) && { nextStep: NOT_PUBLIC }) }
}

function problemOf(tested: Tested): Finding | undefined {
  const { status, failure, looksLike } = tested
  if (status === undefined) return unreached(failure)
  if (status < 200 || status >= 300) return refused(status, tested)
  if (looksLike) {
    const label = labelOf(looksLike)
    return [`This looks like ${label}.`, `Choose ${label} as the provider.`]
  }
  if (failure) {
    const isOther = failure.code === 'wrong-content' || failure.code === 'malformed'
    const [text, nextStep] = FAILURES[failure.code] ?? [failure.message]
    return [text, (isOther ? routeStep(tested) : undefined) ?? nextStep]
  }
  return brokenCalls(tested) ?? unknownNames(tested) ?? invalidParameters(tested)
}

const FAILURES: Readonly<Record<string, Finding>> = {
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

/** Why there was no response, in words for the codes of Node and undici. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nothing listens at this address'],
  [/ENOTFOUND|EAI_AGAIN/, 'its host name cannot be found'],
  [/TIMEDOUT|CONNECT_TIMEOUT/, 'the connection timed out'],
  [/CERT|SIGNED|TLS|SSL/, 'its certificate is not trusted'],
]

function unreached(failure: Tested['failure']): Finding {
  const { code = '', message = 'The agent was not reached.', detail = '' } = failure ?? {}
  const [text, nextStep] = FAILURES[code] ?? [message]
  const [, reason] = REASONS.find(([pattern]) => pattern.test(detail)) ?? []
  if (code !== 'unreachable' || reason === undefined) return [text, nextStep]
  return [`The agent cannot be reached: ${reason}.`, nextStep]
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

function refused(status: number, called: Tested): Finding {
  if (status < 400) {
    return ['The address redirects to another one.', 'Enter the address that it leads to.']
  }
  const route = status === 404 || status === 405 ? routeStep(called) : undefined
  const nextStep = route ?? STATUSES[status] ?? 'Look into the log of the agent.'
  return [`The agent rejected the request with status ${status}.`, nextStep]
}

const CALL_ISSUES = {
  'no-arguments': 'has no arguments, not even {}',
  'invalid-arguments': 'has arguments that are not a JSON object',
  'never-ended': 'ends before its arguments are complete',
} as const

/** Calls that no client can run. */
function brokenCalls({ toolCalls }: Tested): Finding | undefined {
  const broken = toolCalls.flatMap(({ toolName, fault }) => {
    return fault ? [`The call of ${toolName} ${CALL_ISSUES[fault]}.`] : []
  })
  return broken.length > 0 ? [broken.join(' ')] : undefined
}

/** The names of calls left to the client must be registered. Those the agent ran itself need not be. */
function unknownNames({ tools, actions, toolCalls, toolResults }: Tested): Finding | undefined {
  const ran = new Set(toolResults.map(({ toolCallId }) => toolCallId))
  const known = new Set([...tools, ...actions])
  const unknown = namesIn(
    toolCalls.filter((call) => !ran.has(call.toolCallId) && !known.has(call.toolName)),
  )
  if (unknown === '') return undefined
  return [
    `The agent called actions that are not registered: ${unknown}.`,
    'Register them, and enable them for the agent. Names must match exactly.',
  ]
}

function invalidParameters({ offered }: Tested): Finding | undefined {
  const issues = offered.flatMap(({ name, parameters }) =>
    parameterIssues(parameters).map(
      ({ path, message }) => `${name}: ${['parameters', ...path].join('.')} ${message}.`,
    ),
  )
  return issues.length > 0 ? [issues.join(' ')] : undefined
}

function warningOf({ text, toolCalls, offered }: Tested): string | undefined {
  if (text === '' && toolCalls.length === 0) return 'The answer is complete but empty.'
  const unclosed = namesIn(toolCalls.filter((call) => call.isUnclosed))
  if (unclosed !== '') {
    return `The event that closes a call is missing: ${unclosed}. It was treated as closed at the end.`
  }
  const warnings = offered.flatMap(({ name, parameters }) =>
    parameterWarnings(parameters).map((warning) => `${name}: ${warning}`),
  )
  return warnings.join(' ') || undefined
}

/** Each name once, separated by commas. */
function namesIn(toolCalls: Tested['toolCalls']) {
  return [...new Set(toolCalls.map(({ toolName }) => toolName))].join(', ')
}

const NOT_PUBLIC = 'Its address is not public: only this machine and its network can reach it.'

function isPublic(url: string) {
  try {
    checkPublicUrl(url, { allowLocal: false })
    return true
  } catch {
    return false
  }
}
