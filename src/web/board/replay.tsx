import { Pause, Play } from 'lucide'
import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { standingsAt, stepAt } from '../../core/replay-steps.ts'
import type { LaunchesResponse, ReplayResponse } from '../api/response-types.ts'
import { createAnswers, useAnswer } from '../api/use-query.ts'
import { Icon, IconButton } from '../ui/button.tsx'
import { boardHref, replayPath } from './board-params.ts'
import { clockAt, moment, momentOf, racing } from './moment.ts'
import type { BoardPartProps } from './use-live-launches.ts'

const PLAYED_MS = 8_000
const TICK_MS = 160
/** Without motion fewer moments can be read one after another. */
const STILL_TICK_MS = 500
/** The address follows when the reader has let go. */
const SETTLED_MS = 250
/** What moved is named as far as one listens to. */
const NAMED = 3
const NAMED_RANKS = 10

const replayAnswers = createAnswers<ReplayResponse>()

/** The replay of a day or a week: a place of its height for others, and for what has no history. */
export function Replay({ params, span, launches }: BoardPartProps) {
  const { answer, isCurrent } = launches
  const isShort = span?.kind === 'day' || span?.kind === 'week'
  const isKept = answer?.history?.some(({ points }) => points.length > 1)
  if (!isShort || answer?.history === null) return null
  return (
    <div class="relative z-10 -mt-1.5 mb-0.5 h-6">
      {answer && isCurrent && isKept && (
        <Scrubber key={replayPath(params)} params={params} answer={answer} />
      )}
    </div>
  )
}

interface ScrubberProps extends Pick<BoardPartProps, 'params'> {
  answer: LaunchesResponse
}

/** A slider over the time of a window, which is asked for its votes when it is first used. */
function Scrubber({ params, answer }: ScrubberProps) {
  const { query } = useLocation()
  const path = replayPath(params)
  const [isWanted, setIsWanted] = useState(query.at !== undefined)
  const { data: replay } = useAnswer(replayAnswers, isWanted ? path : '')
  const [step, setStep] = useState<number>()
  const [isPlaying, setIsPlaying] = useState(false)
  const last = replay ? replay.steps.length - 1 : 1
  const show = (next: number) => setStep(next > last ? undefined : Math.max(0, next))

  useAddress({ replay, params, step, isPlaying, onMove: setStep })
  usePlaying({ replay, isPlaying, step, onMove: show, onEnd: () => setIsPlaying(false) })
  useLayoutEffect(() => {
    moment.value = replay && step !== undefined ? momentOf(replay, step) : undefined
  }, [replay, step])
  useLayoutEffect(() => {
    return () => {
      moment.value = undefined
    }
  }, [])

  function play() {
    setIsWanted(true)
    setIsPlaying(!isPlaying)
  }

  function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>) {
    if (event.key === ' ') {
      event.preventDefault()
      play()
    }
    if (event.key === 'Escape') setStep(undefined)
  }

  const clock = replay && step !== undefined ? clockAt(replay, step) : 'Now'
  return (
    <div
      class="flex h-full items-center gap-2"
      onPointerEnter={() => replayAnswers.prefetch(path)}
      onFocusIn={() => setIsWanted(true)}
    >
      <IconButton
        label={isPlaying ? 'Pause' : 'Play'}
        onClick={play}
        class="relative -ml-1.5 size-6! min-h-6! min-w-6! rounded-full after:absolute after:-inset-2.5"
      >
        <Icon node={isPlaying ? Pause : Play} class="size-3.5 fill-current" />
      </IconButton>
      <input
        type="range"
        aria-label="Time of the replay"
        aria-valuetext={clock}
        min={0}
        max={last + 1}
        value={step ?? last + 1}
        onPointerDown={() => setIsPlaying(false)}
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => show(Number(currentTarget.value))}
        data-days={answer.window?.from === answer.window?.to ? undefined : ''}
        class="scrubber min-h-6! min-w-0 flex-1 pointer-coarse:min-h-11!"
      />
      <span aria-hidden="true" class="w-18 text-right text-sm text-muted tabular-nums">
        {clock}
      </span>
      <News replay={replay} step={step} isPlaying={isPlaying} answer={answer} />
    </div>
  )
}

interface StateProps {
  replay: ReplayResponse | undefined
  step: number | undefined
  isPlaying: boolean
}

interface AddressProps extends StateProps, Pick<BoardPartProps, 'params'> {
  onMove: (step: number | undefined) => void
}

/** The moment is in the address: links lead to it, and it is written when it stands still. */
function useAddress({ replay, params, step, isPlaying, onMove }: AddressProps) {
  const { query, route } = useLocation()
  const known = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (!replay || query.at === known.current) return
    known.current = query.at
    onMove(stepAt(replay, query.at))
  }, [replay, query.at])
  useEffect(() => {
    if (!replay || isPlaying) return
    const timer = setTimeout(() => {
      const at = moment.value?.at
      if (at === known.current) return
      known.current = at
      route(at === undefined ? boardHref(params) : `${boardHref(params)}&at=${at}`, true)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [replay, step, isPlaying])
}

interface PlayingProps extends StateProps {
  onMove: (step: number) => void
  onEnd: () => void
}

/** Plays from the moment on show, or from the first launch. */
function usePlaying({ replay, isPlaying, step, onMove, onEnd }: PlayingProps) {
  useEffect(() => {
    if (!replay || !isPlaying) return
    const last = replay.steps.length - 1
    const first = Math.min(...replay.launches.map(({ from }) => from))
    const begin = step ?? first
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    racing.value = isStill ? undefined : replay
    const perStep = PLAYED_MS / Math.max(1, last - first)
    const startedAt = performance.now()
    onMove(begin)
    const timer = setInterval(
      () => {
        const next = begin + Math.floor((performance.now() - startedAt) / perStep)
        onMove(next)
        if (next > last) onEnd()
      },
      isStill ? STILL_TICK_MS : TICK_MS,
    )
    return () => {
      clearInterval(timer)
      racing.value = undefined
    }
  }, [replay, isPlaying])
}

/** Names what moved: at each step, and while it plays at each change of the first. */
function News({ replay, step, isPlaying, answer }: StateProps & { answer: LaunchesResponse }) {
  const before = useRef<ReturnType<typeof standingsAt>>(new Map())
  const text = useRef('')
  if (replay && step !== undefined) {
    const now = standingsAt(replay, step)
    const moved = answer.posts.flatMap(({ id, name }) => {
      const rank = now.get(id)?.rank ?? Infinity
      return rank <= NAMED_RANKS && rank !== before.current.get(id)?.rank ? { name, rank } : []
    })
    moved.sort((one, other) => one.rank - other.rank)
    const places = moved.slice(0, NAMED).map(({ name, rank }) => `${name} is #${rank}`)
    if (!isPlaying || moved[0]?.rank === 1) {
      text.current = [clockAt(replay, step), places.join(', ')].filter(Boolean).join(': ')
    }
    before.current = now
  } else text.current = ''
  return (
    <span role="status" class="sr-only">
      {text.current}
    </span>
  )
}
