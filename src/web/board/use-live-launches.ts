import { useEffect, useRef, useState } from 'preact/hooks'
import type { Product } from '../api/response-types.ts'
import { useRefresh } from '../browser/online.ts'
import type { CalendarSpan } from '../product/calendar.ts'
import { nameWindow, spanIn, windowNames } from '../product/timeframes.ts'
import type { BoardParams } from './board-params.ts'
import { firstPagePath, useLaunches } from './use-launches.ts'

/** What each part of the board is given. */
export interface BoardPartProps {
  params: BoardParams
  /** Undefined for all time, and for a timeframe that only the service reads. */
  span: CalendarSpan | undefined
  launches: ReturnType<typeof useLiveLaunches>
}

/**
 * The launches of a window. While it is under way they are loaded again every ten seconds.
 */
export function useLiveLaunches(params: BoardParams) {
  const launches = useLaunches(params)
  const { answer, isCurrent, reload } = launches
  const window = isCurrent ? answer?.window : undefined
  const { span, today } = spanIn(params.timeframe, params.timezone, window)
  const isUnderWay = span !== undefined && span.first <= today && today <= span.last
  useRefresh(isUnderWay, reload)
  const watched = isUnderWay && isCurrent ? answer?.posts : undefined
  const names = window ? nameWindow(window) : windowNames(params.timeframe, span)
  const moved = useMovements(watched, firstPagePath(params))
  return { ...launches, span, today, isUnderWay, names, ...moved }
}

const FLASH_MS = 2_000
const MINUTE_MS = 60_000

/** What has changed of a product. */
export interface Movement {
  /** Votes that it has just gained. */
  gained: number
  /** Places that it has climbed in the last minute. */
  climbed: number
}

type Standings = ReadonlyMap<string, { rank: number; votes: number }>

/** A ranking as it was from an instant on. */
interface Reading {
  at: number
  standings: Standings
}

/** What has moved within the last minute while a ranking was watched. Another key is another ranking. */
function useMovements(products: readonly Product[] = [], key: string) {
  const watched = useRef<{ key: string; readings: Reading[] }>({ key, readings: [] })
  const [, update] = useState({})
  if (watched.current.key !== key) watched.current = { key, readings: [] }
  const standings = standingsOf(products)
  const before = watched.current.readings.at(-1)?.standings
  if (products.length > 0 && (!before || !isSame(before, standings))) {
    watched.current.readings.push({ at: Date.now(), standings })
  }
  const readings = recentReadings(watched.current.readings)
  watched.current.readings = readings

  const changedAt = readings.length > 1 ? readings.at(-1)?.at : undefined
  useEffect(() => {
    const timers = [FLASH_MS, MINUTE_MS].map((ms) => setTimeout(update, ms + 1, {}))
    return () => timers.forEach(clearTimeout)
  }, [changedAt])

  return { changedAt: changedAt && new Date(changedAt), ...movementsIn(readings) }
}

function standingsOf(products: readonly Product[]): Standings {
  return new Map(
    products.map(({ id, votesCount }, index) => [id, { rank: index + 1, votes: votesCount ?? 0 }]),
  )
}

/** Those of the last minute, and the one before them. */
function recentReadings(readings: Reading[]): Reading[] {
  const since = Date.now() - MINUTE_MS
  return readings.filter((_reading, index) => (readings[index + 1]?.at ?? Infinity) > since)
}

function isSame(before: Standings, after: Standings): boolean {
  const moved = [...after].some(([id, { rank, votes }]) => {
    const then = before.get(id)
    return then?.rank !== rank || then.votes !== votes
  })
  return !moved && before.size === after.size
}

function movementsIn(readings: readonly Reading[]) {
  const movements = new Map<string, Movement>()
  const last = readings.at(-1)
  const [first] = readings
  let votes = 0
  if (!last || !first) return { votes, movements }
  const age = Date.now() - last.at
  const just = age < FLASH_MS ? readings.at(-2)?.standings : undefined
  for (const [id, now] of age < MINUTE_MS ? last.standings : []) {
    const then = first.standings.get(id) ?? now
    votes += Math.max(0, now.votes - then.votes)
    const gained = Math.max(0, now.votes - (just?.get(id)?.votes ?? now.votes))
    const climbed = Math.max(0, then.rank - now.rank)
    if (gained + climbed > 0) movements.set(id, { gained, climbed })
  }
  return { votes, movements }
}
