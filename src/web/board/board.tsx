import { X } from 'lucide'
import { useLocation } from 'preact-iso'
import { AccessGate } from '../shell/access-gate.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import {
  type BoardParams,
  boardHref,
  LIMITS,
  parseBoardParams,
  unknownTimezone,
} from './board-params.ts'
import { CustomTimeframe } from './custom-timeframe.tsx'
import { Ranking } from './ranking.tsx'
import { TimeframePanel, TimeframeTabs } from './timeframe-tabs.tsx'
import { datedTimeframe, namedTimeframe } from './timeframes.ts'
import { TimezonePicker } from './timezone-picker.tsx'

/** The top launches of a timeframe. All of its state is in the URL. */
export function Board() {
  const { query, route } = useLocation()
  const params = parseBoardParams(query)
  const { timeframe, timezone, topic } = params
  const selected = namedTimeframe(timeframe)?.timeframe
  const unknown = unknownTimezone(query)
  const change = (changed: Partial<BoardParams>) => route(boardHref({ ...params, ...changed }))

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
            <LimitPicker value={params.limit} onChange={(limit) => change({ limit })} />
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
              This browser does not know the time zone “{unknown}”. Times are shown for {timezone}.
            </Notice>
          )}
          {topic && <TopicFilter topic={topic} href={boardHref({ ...params, topic: undefined })} />}
          <Ranking params={params} />
        </TimeframePanel>
      </AccessGate>
    </Page>
  )
}

interface LimitPickerProps {
  value: string
  onChange: (limit: string) => void
}

/** Also offers the limit of the URL if it is a valid one that is not in `LIMITS`. */
function LimitPicker({ value, onChange }: LimitPickerProps) {
  const limits = LIMITS.includes(value) || !/^[1-9]$/.test(value) ? LIMITS : [...LIMITS, value]
  const options = limits
    .toSorted((left, right) => Number(left) - Number(right))
    .map((limit) => ({ value: limit, name: `Top ${limit}` }))
  return <SegmentedControl label="How many" options={options} value={value} onChange={onChange} />
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
