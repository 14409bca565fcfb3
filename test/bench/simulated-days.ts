// Launches with invented votes: rates that fall with age and follow the hour, and bursts.

import { type Counted, HOUR_MS } from '../../src/history/votes-over-time.ts'
import { createRandom, type Random } from '../../src/language/training/random.ts'

/** A launch of a simulated day; its votes are counted every ten minutes of the day. */
export interface SimulatedLaunch extends Counted {
  /** When a burst of votes begins, if it has one. */
  burstAt: number | undefined
}

export interface SimulatedDay {
  day: string
  from: number
  launches: SimulatedLaunch[]
}

export const BURST_MS = 2 * HOUR_MS
const STEP_MS = HOUR_MS / 6
const DAY_MS = 24 * HOUR_MS
const FIRST_DAY = Date.UTC(2026, 3, 1)
const BURSTS = 0.04
/** Sunday first. */
const WEEKDAYS = [0.6, 1, 1.2, 1.15, 1.1, 0.95, 0.6]

export function simulatedDays(days: number, launches: number): SimulatedDay[] {
  const random = createRandom(20_261_126)
  return Array.from({ length: days }, (_, at) => {
    const from = FIRST_DAY + at * DAY_MS
    const one = () => simulatedLaunch(from, random)
    return {
      day: new Date(from).toISOString().slice(0, 10),
      from,
      launches: Array.from({ length: launches }, one),
    }
  })
}

function simulatedLaunch(dayFrom: number, random: Random): SimulatedLaunch {
  // Most launch as the day begins.
  const launchedAt = dayFrom + (random() < 0.7 ? 0.2 : 12) * random() * HOUR_MS
  const appeal = 6 * Math.exp(1.3 * normal(random)) * (WEEKDAYS[new Date(dayFrom).getUTCDay()] ?? 1)
  const isBursting = random() < BURSTS
  const burstAt = isBursting ? launchedAt + (2 + 10 * random()) * HOUR_MS : undefined
  const strength = 4 + 4 * random()
  const counts = []
  let votes = 0
  for (let at = dayFrom + STEP_MS; at <= dayFrom + DAY_MS; at += STEP_MS) {
    if (at <= launchedAt) continue
    const age = (at - launchedAt) / HOUR_MS
    const hour = (at - dayFrom) / HOUR_MS
    const ofHour = 1 + 0.6 * Math.sin(((hour - 4) / 24) * 2 * Math.PI)
    const inBurst = burstAt !== undefined && burstAt <= at && at < burstAt + BURST_MS
    const rate = (appeal * ofHour * (inBurst ? strength : 1)) / (1 + age / 5)
    // Interest comes and goes.
    votes += poisson((rate / 6) * Math.exp(0.3 * normal(random)), random)
    counts.push({ at, votes })
  }
  return { launchedAt, counts, burstAt }
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
