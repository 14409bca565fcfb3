import type { Trial } from '../../api/response-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'

const CHECKS: Record<string, string> = {
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

/** The result of a test: its checks, the answer, and the events as received. */
export function TestResult({ result }: { result: Trial }) {
  const { checks, failure, text, frames } = result
  return (
    <div class="space-y-5">
      {failure?.agentMessage && (
        <Notice tone="bad">
          The agent says: <q class="font-medium">{failure.agentMessage}</q>
        </Notice>
      )}
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
              <p class="mt-0.5 text-[13px] leading-5 text-muted wrap-anywhere">{finding}</p>
            </li>
          )
        })}
      </ul>
      <Figures result={result} />
      {text && (
        <div>
          <h3 class="text-[13px] text-muted">Answer</h3>
          <p class="mt-1 max-h-48 overflow-y-auto text-sm whitespace-pre-wrap wrap-anywhere">
            {text}
          </p>
        </div>
      )}
      {frames.length > 0 && <Frames frames={frames} />}
    </div>
  )
}

function Figures({ result: { status, firstByteMs, durationMs, events } }: { result: Trial }) {
  const figures = [
    ['Status', status],
    ['First byte', firstByteMs === undefined ? undefined : `${firstByteMs} ms`],
    ['Whole answer', `${durationMs} ms`],
    ['Pieces of text', events.textDeltas],
    ['Tool calls', events.toolCalls],
    ['Tool results', events.toolResults],
  ] as const
  return (
    <dl class="grid grid-cols-3 gap-x-4 gap-y-2">
      {figures.map(([label, figure]) => (
        <div key={label}>
          <dt class="text-xs text-muted">{label}</dt>
          <dd class="text-sm tabular-nums">{figure ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The service returns no more than this. */
const MAX_FRAMES = 100

function Frames({ frames }: { frames: readonly string[] }) {
  const count = frames.length < MAX_FRAMES ? `${frames.length}` : `the first ${MAX_FRAMES}`
  return (
    <div>
      <h3 class="text-[13px] text-muted">Events as received ({count})</h3>
      <section
        aria-label="Events"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        tabIndex={0}
        class="mt-1 max-h-72 overflow-y-auto rounded-md border border-line bg-sunken p-3"
      >
        <ol class="space-y-1.5 font-mono text-xs leading-5">
          {frames.map((frame, index) => (
            // The list never changes.
            <li key={index} class="flex gap-3">
              <span aria-hidden="true" class="w-5 shrink-0 text-right text-muted tabular-nums">
                {index + 1}
              </span>
              <span class="min-w-0 whitespace-pre-wrap wrap-anywhere">{frame}</span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
