// Launches with invented votes: rates that fall with age and follow the hour, and surges.
import type { VoteCount } from '../../src/history/history.ts'
import { createRandom, type Random } from '../../src/language/training/regression.ts'

export const STEP_MS = 600_000
export const HOUR_MS = 6 * STEP_MS
export const DAY_MS = 24 * HOUR_MS

export interface Surge {
  from: number
  until: number
}

/** A launch whose votes are counted as a recorder counts them. */
export interface ObservedLaunch {
  id: string
  launchedAt: number
  counts: readonly VoteCount[]
  surges: readonly Surge[]
}

/** Launches of one day, which are followed for a week. */
export interface ObservedDay {
  from: number
  launches: readonly ObservedLaunch[]
}

const FIRST_DAY = Date.UTC(2026, 3, 1)
const FOLLOWED_MS = 7 * DAY_MS
/** Launches that are passed on, in the hours after they begin: four to eight times as many votes for two hours. */
const SURGES = 0.04
/** Launches that are put up again after days, and gain as at first for four hours. */
const SECOND_CHANCES = 0.02
/** Sunday first. */
const WEEKDAYS = [0.6, 1, 1.2, 1.15, 1.1, 0.95, 0.6]

export function simulatedDays(days: number, launches: number): ObservedDay[] {
  const random = createRandom(20_261_126)
  return Array.from({ length: days }, (_, at) => {
    const from = FIRST_DAY + at * DAY_MS
    const one = (_: unknown, index: number) => simulatedLaunch(`${at}-${index}`, from, random)
    return { from, launches: Array.from({ length: launches }, one) }
  })
}

function simulatedLaunch(id: string, dayFrom: number, random: Random): ObservedLaunch {
  // Most launch as the day begins.
  const launchedAt = dayFrom + (random() < 0.7 ? 0.2 : 20) * random() * HOUR_MS
  const appeal = 6 * Math.exp(1.3 * normal(random)) * (WEEKDAYS[new Date(dayFrom).getUTCDay()] ?? 1)
  const surges: (Surge & { times: number; more: number })[] = []
  if (random() < SURGES) {
    const from = launchedAt + (2 + 10 * random()) * HOUR_MS
    surges.push({ from, until: from + 2 * HOUR_MS, times: 4 + 4 * random(), more: 0 })
  }
  if (random() < SECOND_CHANCES) {
    const from = launchedAt + (24 + 100 * random()) * HOUR_MS
    surges.push({ from, until: from + 4 * HOUR_MS, times: 1, more: appeal * (1 + random()) })
  }
  const counts: VoteCount[] = []
  let votes = 0
  let mood = 0
  for (let at = dayFrom + STEP_MS; at <= dayFrom + FOLLOWED_MS; at += STEP_MS) {
    // Interest comes and goes.
    mood = 0.9 * mood + 0.12 * normal(random)
    if (at <= launchedAt) continue
    const age = (at - launchedAt) / HOUR_MS
    const ofHour = 1 + 0.6 * Math.sin((((at % DAY_MS) / HOUR_MS - 4) / 24) * 2 * Math.PI)
    const { times = 1, more = 0 } = surges.find(({ from, until }) => from <= at && at < until) ?? {}
    const rate = (appeal / (1 + age / 5)) * ofHour * times + more
    votes += poisson((rate / 6) * Math.exp(mood + 0.3 * normal(random)), random)
    if (at <= dayFrom + DAY_MS || at % (HOUR_MS / 2) === 0) counts.push({ at, votes })
  }
  return { id, launchedAt, counts, surges }
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function poisson(mean: number, random: Random): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count += 1
  return count
}
