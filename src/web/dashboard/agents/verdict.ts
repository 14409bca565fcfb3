import type { Trial } from '../../api/response-types.ts'
import { providerOf } from './providers.ts'

/** What a test comes to, and what to change. */
export interface Verdict {
  outcome: 'passed' | 'warning' | 'failed'
  text: string
  advice?: string | undefined
}

const FAILURES: Readonly<Record<string, [text: string, advice: string]>> = {
  unreachable: [
    'The agent cannot be reached.',
    'Check the Deployment URL, and that the agent is running.',
  ],
  'address-refused': ['This address must not be called.', 'Enter a public address.'],
  redirected: ['The address redirects to another one.', 'Enter the address that it leads to.'],
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

const STATUSES: Readonly<Record<number, string>> = {
  401: 'Add the header that it asks for, such as Authorization, or correct its value.',
  403: 'Its headers may not be those of somebody who is allowed to call it.',
  404: 'Check the path of the Deployment URL.',
  405: 'This path takes no POST requests. Check the path of the Deployment URL.',
  422: 'It expects another request. Check the provider.',
}

export function verdictOf(result: Trial): Verdict {
  const { failure, looksLike, status = 0, checks, durationMs } = result
  if (looksLike) {
    const { label } = providerOf(looksLike)
    return {
      outcome: 'failed',
      text: `This looks like ${label}.`,
      advice: `Choose ${label} as the provider.`,
    }
  }
  if (failure?.code === 'refused') {
    const text = `The agent rejected the request with status ${status}.`
    return { outcome: 'failed', text, advice: STATUSES[status] }
  }
  // Whether it is switched on says nothing about whether it works.
  const found = checks.filter(({ check }) => check !== 'enabled')
  const failed = found.find(({ outcome }) => outcome === 'failed')
  if (failure) {
    const [text, advice] = FAILURES[failure.code] ?? [failure.message, undefined]
    const reason = failed?.check === 'deployment-url' ? failed.finding : text
    return { outcome: 'failed', text: reason, advice }
  }
  if (failed) return { outcome: 'failed', text: failed.finding }
  const warning = found.find(({ outcome }) => outcome === 'warning')
  if (warning) return { outcome: 'warning', text: 'It answers.', advice: warning.finding }
  return { outcome: 'passed', text: `It works: answered in ${(durationMs / 1000).toFixed(1)} s.` }
}
