import type { Trial } from '../../api/response-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Scrollable } from '../../ui/scrollable.tsx'

const CHECKS: Readonly<Record<string, string>> = {
  enabled: 'Switched on',
  'deployment-url': 'Deployment URL',
  status: 'Status',
  answer: 'Answer',
  calls: 'Tool calls',
  'action-names': 'Action names',
  parameters: 'Parameters',
}

const OUTCOMES = {
  passed: { tone: 'good', word: 'Passed' },
  warning: { tone: 'warn', word: 'Warning' },
  failed: { tone: 'bad', word: 'Failed' },
  unknown: { tone: 'info', word: 'Not seen' },
} as const

/** A disabled agent has not failed. */
const OFF = { tone: 'warn', word: 'Off' } as const

/** The service returns no more than this. */
const MAX_FRAMES = 100

/** What was checked, and the agent's answer as it came. */
export function TestDetails({ result: { checks, frames } }: { result: Trial }) {
  const count = frames.length < MAX_FRAMES ? `${frames.length}` : `the first ${MAX_FRAMES}`
  return (
    <Disclosure summary="Details">
      <ul aria-label="Checks" class="divide-y divide-line">
        {checks.map(({ check, outcome, finding }) => {
          const isOff = check === 'enabled' && outcome === 'failed'
          const { tone, word } = isOff ? OFF : OUTCOMES[outcome]
          return (
            <li key={check} class="py-2.5 first:pt-0">
              <div class="flex items-center justify-between gap-3">
                <span class="text-sm font-medium">{CHECKS[check] ?? check}</span>
                <Badge tone={tone}>{word}</Badge>
              </div>
              <p class="mt-0.5 text-sm text-muted wrap-anywhere">{finding}</p>
            </li>
          )
        })}
      </ul>
      {frames.length > 0 && (
        <>
          <h3 class="mt-4 mb-1 text-sm text-muted">Events as received ({count})</h3>
          <Scrollable label="Events">{frames.join('\n')}</Scrollable>
        </>
      )}
    </Disclosure>
  )
}
