import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { CompareBar } from '../product/chosen.tsx'
import {
  DEFAULT_TIMEFRAME,
  datedTimeframe,
  namedTimeframe,
  shortestTimeframe,
  spanOf,
} from '../product/timeframes.ts'
import { AccessGate } from '../shell/access-gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { BoardHead } from './board-head.tsx'
import { type BoardParams, boardHref, paramIssues, parseBoardParams } from './board-params.ts'
import { BoardRanking } from './ranking.tsx'
import { Replay } from './replay.tsx'
import { CustomTimeframe, TimeframeTabs } from './timeframe-tabs.tsx'
import { firstPagePath, launchAnswers } from './use-launches.ts'
import { useLiveLaunches } from './use-live-launches.ts'

/** The launches of a window, ranked. All choices are in the address. */
export function Board() {
  return (
    <div class="frame pt-1.5 pb-8 sm:pt-6">
      <AccessGate>
        <BoardContent />
      </AccessGate>
    </div>
  )
}

function BoardContent() {
  const { query, route } = useLocation()
  const params = parseBoardParams(query)
  const { timeframe } = params
  const selected = namedTimeframe(timeframe)?.timeframe
  const launches = useLiveLaunches(params)
  const { span, today } = launches
  const [isChoosing, setIsChoosing] = useState(false)
  const change = (changed: Partial<BoardParams>) => route(boardHref({ ...params, ...changed }))

  /** A custom timeframe begins with the dates of the one that is shown. */
  function select(next: string | undefined) {
    setIsChoosing(next === undefined)
    const current = span ?? spanOf(DEFAULT_TIMEFRAME, today)
    change({ timeframe: next ?? (current ? datedTimeframe(current) : DEFAULT_TIMEFRAME) })
  }

  return (
    <>
      <BoardHead params={params} span={span} launches={launches} onChange={change} />
      <Replay params={params} span={span} launches={launches} />
      <TimeframeTabs
        selected={selected}
        onSelect={select}
        onPress={(next) => launchAnswers.prefetch(firstPagePath({ ...params, timeframe: next }))}
      >
        {!selected && (isChoosing || !span || span.kind === 'range') && (
          <CustomTimeframe
            span={span}
            onApply={(days) => change({ timeframe: shortestTimeframe(days, today) })}
          />
        )}
        {paramIssues(query).map((issue) => (
          <Notice key={issue} tone="warn" class="mb-4">
            {issue}
          </Notice>
        ))}
        <BoardRanking params={params} span={span} launches={launches} />
      </TimeframeTabs>
      <CompareBar />
    </>
  )
}
