import type { RunEvent } from './run.ts'

type Rules = { [Type in RunEvent['type']]: (event: RunEvent<Type>) => string | undefined }

/**
 * The order of the events of a run. The function takes them one by one, and returns what is wrong with one;
 * undefined if nothing is.
 */
export function runOrder() {
  let state: 'new' | 'open' | 'ended' = 'new'
  /** The call that has started and is not whole yet. */
  let open: string | undefined
  const calls = new Set<string>()

  const whenOpen = (what: string) => (open === undefined ? undefined : `${what} within ${open}`)
  const unlessOpen = (id: string) => (open === id ? undefined : `${id} has not started`)

  const rules: Rules = {
    'run-start': () => undefined,
    'text-delta': ({ delta }) => (delta === '' ? 'an empty text' : undefined),
    'tool-call-start': ({ toolCallId }) => {
      const issue = whenOpen('a call') ?? (calls.has(toolCallId) ? 'a second call' : undefined)
      calls.add(toolCallId)
      open = toolCallId
      return issue
    },
    'tool-call-delta': ({ toolCallId }) => unlessOpen(toolCallId),
    'tool-call': ({ toolCallId }) => {
      const issue = unlessOpen(toolCallId)
      open = undefined
      return issue
    },
    'tool-result': () => whenOpen('a result'),
    'run-end': () => whenOpen('the end'),
    'run-error': () => undefined,
  }

  function ruleIssue<Type extends RunEvent['type']>(event: RunEvent<Type>) {
    return rules[event.type](event)
  }

  return function issueOf(event: RunEvent): string | undefined {
    const isStart = event.type === 'run-start'
    if (state === 'ended') return `${event.type} after the end`
    if (isStart !== (state === 'new'))
      return isStart ? 'a second start' : `${event.type} at the start`
    state = event.type === 'run-end' || event.type === 'run-error' ? 'ended' : 'open'
    const issue = ruleIssue(event)
    return issue && `${event.type}: ${issue}`
  }
}
