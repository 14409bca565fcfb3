import type { Trial } from '../../api/response-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'

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
  unknown: { tone: 'none', word: 'Not seen' },
} as const

/** A disabled agent has not failed. */
const OFF = { tone: 'warn', word: 'Off' } as const

/** What was checked, and the agent's answer as it came. */
export function TestDetails({ result }: { result: Trial }) {
  return (
    <Disclosure summary="Details">
      <ul aria-label="Checks" class="divide-y divide-line">
        {result.checks.map(({ check, outcome, finding }) => {
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
      {result.frames.length > 0 && <Frames frames={result.frames} />}
    </Disclosure>
  )
}

/** The service returns no more than this. */
const MAX_FRAMES = 100

function Frames({ frames }: { frames: readonly string[] }) {
  const count = frames.length < MAX_FRAMES ? `${frames.length}` : `the first ${MAX_FRAMES}`
  return (
    <div class="mt-4">
      <h3 class="text-sm text-muted">Events as received ({count})</h3>
      <section
        aria-label="Events"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        tabIndex={0}
        class="mt-1 max-h-72 overflow-y-auto rounded-md bg-sunken p-3"
      >
        <ol class="list-inside list-decimal space-y-1.5 font-mono text-xs leading-5 wrap-anywhere">
          {frames.map((frame, index) => (
            // The list never changes.
            <li key={index}>{frame}</li>
          ))}
        </ol>
      </section>
    </div>
  )
}
