import { X } from 'lucide'
import { useLocation } from 'preact-iso'
import { AccessGate } from '../shell/access-gate.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Segments } from '../ui/segments.tsx'
import { boardHref, type Choice, choiceOf, LIMITS, unknownTimezone } from './choice.ts'
import { CustomTimeframe } from './custom-timeframe.tsx'
import { Ranking } from './ranking.tsx'
import { TimeframePanel, TimeframeTabs } from './timeframe-tabs.tsx'
import { datedTimeframe, namedTimeframe } from './timeframes.ts'
import { TimezonePicker } from './timezone-picker.tsx'

/** The best launches of a timeframe. What is chosen is in the address, and nowhere else. */
export function Board() {
  const { query, route } = useLocation()
  const choice = choiceOf(query)
  const { timeframe, timezone, topic } = choice
  const selected = namedTimeframe(timeframe)?.timeframe
  const unknown = unknownTimezone(query)
  const change = (changed: Partial<Choice>) => route(boardHref({ ...choice, ...changed }))

  return (
    <Page title="Top launches" lead="What was launched, ranked by the people who tried it.">
      <AccessGate>
        <div class="flex flex-col-reverse gap-x-6 gap-y-4 lg:flex-row lg:items-end lg:justify-between lg:border-b lg:border-line">
          <div class="min-w-0 border-b border-line lg:-mb-px lg:border-0">
            <TimeframeTabs
              selected={selected}
              onSelect={(next) =>
                change({ timeframe: next ?? datedTimeframe(timeframe, timezone) })
              }
            />
          </div>
          <div class="flex flex-wrap gap-2 lg:flex-nowrap lg:pb-2.5">
            <TimezonePicker value={timezone} onChange={(next) => change({ timezone: next })} />
            <LimitPicker value={choice.limit} onChange={(limit) => change({ limit })} />
          </div>
        </div>
        <TimeframePanel selected={selected}>
          {!selected && (
            <CustomTimeframe
              timeframe={timeframe}
              onApply={(next) => change({ timeframe: next })}
            />
          )}
          {unknown && (
            <Notice tone="warn" class="mb-4">
              “{unknown}” is not a time zone that this browser knows. What is shown is for{' '}
              {timezone}.
            </Notice>
          )}
          {topic && <TopicFilter topic={topic} href={boardHref({ ...choice, topic: undefined })} />}
          <Ranking choice={choice} />
        </TimeframePanel>
      </AccessGate>
    </Page>
  )
}

interface LimitPickerProps {
  value: string
  onChange: (limit: string) => void
}

/** A link may ask for a number that is not among the usual ones. */
function LimitPicker({ value, onChange }: LimitPickerProps) {
  const limits = LIMITS.includes(value) || !/^[1-9]$/.test(value) ? LIMITS : [...LIMITS, value]
  const options = limits
    .toSorted((left, right) => Number(left) - Number(right))
    .map((limit) => ({ value: limit, name: `Top ${limit}` }))
  return <Segments label="How many" options={options} value={value} onChange={onChange} />
}

function TopicFilter({ topic, href }: { topic: string; href: string }) {
  return (
    <p class="mb-4 text-sm">
      <span class="mr-2 text-muted">Topic</span>
      <a
        href={href}
        aria-label={`Remove the topic ${topic}`}
        class="inline-flex max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 font-medium text-accent transition-opacity wrap-anywhere hover:opacity-80"
      >
        {topic}
        <Icon node={X} class="size-3.5" />
      </a>
    </p>
  )
}
