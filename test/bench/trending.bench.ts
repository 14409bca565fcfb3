// What the score of what is rising tells, and what it does not: learnt from the days before a day,
// judged on that day, day after day. The intervals are of 95 %, by drawing days anew.
import { type Curve, type DayGrowth, dayGrowth, learnCurve } from '../../src/history/curve.ts'
import { scoreOf } from '../../src/history/score.ts'
import { type Counted, HOUR_MS, votesAt } from '../../src/history/votes-over-time.ts'
import { createRandom } from '../../src/language/training/random.ts'
import { recordedDays } from './recorded-days.ts'
import { BURST_MS, type SimulatedDay, simulatedDays } from './simulated-days.ts'

const DAYS = 120
const LAUNCHES = 100
const WINDOW_MS = 3 * HOUR_MS
/** Hours of the day at which it is judged. */
const HOURS = Array.from({ length: 17 }, (_, at) => 4 + at)
const WINNERS = 5
/** A launch is alerted when it reads higher than all but so many a day did on the days before. */
const ALERTS = 6
const DRAWS = 1_000

type Predictor = (launch: Counted, now: number, curve: Curve) => number

/** The launch as it was known at an instant. */
const until = (launch: Counted, now: number): Counted => ({
  ...launch,
  counts: launch.counts.filter(({ at }) => at <= now),
})
const total: Predictor = (launch, now) => votesAt(launch, now) ?? 0
const gained: Predictor = (launch, now, curve) =>
  total(launch, now, curve) - total(launch, now - WINDOW_MS, curve)

const PREDICTORS: Record<string, Predictor> = {
  'total votes': total,
  'votes gained': gained,
  velocity: (launch, now, curve) =>
    total(launch, now, curve) / Math.max(1, (now - launch.launchedAt) / HOUR_MS),
  score: (launch, now, curve) =>
    scoreOf(until(launch, now), { since: now - WINDOW_MS, lengthMs: WINDOW_MS }, curve)?.score ?? 0,
}

/** What one day says of one predictor. */
interface Verdict {
  next: number
  winners: number
  auc: number | undefined
  found: number
  surges: number
  alerts: number
}

const [file] = process.argv.slice(2)
const days = file ? await recordedDays(file) : simulatedDays(DAYS, LAUNCHES)
/** The days that are only learnt from. */
const LEARNT = Math.min(28, Math.ceil(days.length / 2))
console.log(
  file
    ? `${days.length} recorded days, of whose bursts nothing is known`
    : `${DAYS} simulated days of ${LAUNCHES} launches, of which some have a burst of 4 to 8 times its ` +
        `votes for ${BURST_MS / HOUR_MS} hours`,
)
console.log(`${days.length - LEARNT} days judged, each by those before it`)
const verdicts = judgeAll(days)
const header = [
  '',
  'next 3 h (Spearman)',
  'final top 5 (P@5)',
  'surges (AUC)',
  'found',
  'alerts a day',
]
console.log(row(header))
console.log(row(header.map(() => '---')))
for (const [name, ofDays] of verdicts) {
  const mean = (of: (verdict: Verdict) => number | undefined) =>
    interval(ofDays, (some) => average(some.flatMap((verdict) => of(verdict) ?? [])))
  const found = interval(
    ofDays,
    (some) => sum(some.map((one) => one.found)) / sum(some.map((one) => one.surges)),
  )
  console.log(
    row([
      name,
      mean(({ next }) => next),
      mean(({ winners }) => winners),
      mean(({ auc }) => auc),
      found,
      mean(({ alerts }) => alerts),
    ]),
  )
}

function judgeAll(all: readonly SimulatedDay[]): Map<string, Verdict[]> {
  const verdicts = new Map(Object.keys(PREDICTORS).map((name): [string, Verdict[]] => [name, []]))
  const readings = new Map(Object.keys(PREDICTORS).map((name): [string, number[]] => [name, []]))
  const earlier: DayGrowth[] = []
  for (const [at, one] of all.entries()) {
    const curve = learnCurve(earlier, one.day)
    for (const [name, predictor] of Object.entries(PREDICTORS)) {
      const before = readings.get(name) ?? []
      const read = HOURS.map((hour) => {
        const now = one.from + hour * HOUR_MS
        return one.launches.map((launch) =>
          launch.launchedAt < now ? predictor(launch, now, curve) : undefined,
        )
      })
      if (at >= LEARNT) verdicts.get(name)?.push(judge(one, read, thresholdOf(before, at)))
      before.push(
        ...one.launches.map((_, place) => Math.max(...read.map((values) => values[place] ?? 0))),
      )
    }
    earlier.push(dayGrowth(one.day, one.launches))
  }
  return verdicts
}

/** @param highest what each launch of some days read at most */
function thresholdOf(highest: readonly number[], days: number): number {
  return (
    Float64Array.from(highest)
      .sort()
      .at(-ALERTS * days) ?? Infinity
  )
}

/** @param read what a predictor reads at each of `HOURS` for each launch that there was */
function judge(
  { from, launches }: SimulatedDay,
  read: readonly (readonly (number | undefined)[])[],
  threshold: number,
): Verdict {
  const end = from + 24 * HOUR_MS
  const final = launches.map((launch) => votesAt(launch, end) ?? 0)
  const winners = new Set(best(final))
  const found = new Set<number>()
  const alerts = new Set<number>()
  const surging: number[] = []
  const calm: number[] = []
  const next: number[] = []
  const hits: number[] = []
  for (const [at, values] of read.entries()) {
    const now = from + (HOURS[at] ?? 0) * HOUR_MS
    const known = values.flatMap((value, place) => (value === undefined ? [] : [{ value, place }]))
    const gains = known.map(({ place }) => {
      const launch = launches[place]!
      return (votesAt(launch, now + WINDOW_MS) ?? 0) - (votesAt(launch, now) ?? 0)
    })
    next.push(
      spearman(
        known.map(({ value }) => value),
        gains,
      ),
    )
    const top = best(values.map((value) => value ?? -Infinity))
    hits.push(top.filter((place) => winners.has(place)).length / WINNERS)
    for (const { value, place } of known) {
      const { burstAt = Infinity } = launches[place]!
      // From half an hour after it began until an hour after its end.
      const isSurge = burstAt + HOUR_MS / 2 <= now && now < burstAt + BURST_MS + HOUR_MS
      ;(isSurge ? surging : calm).push(value)
      if (value <= threshold) continue
      alerts.add(place)
      if (isSurge) found.add(place)
    }
  }
  return {
    next: average(next),
    winners: average(hits),
    auc: surging.length > 0 ? areaUnderCurve(surging, calm) : undefined,
    found: found.size,
    surges: launches.filter(({ burstAt }) => burstAt !== undefined && burstAt + HOUR_MS < end)
      .length,
    alerts: alerts.size,
  }
}

/** The places of the highest values. */
function best(values: readonly number[]): number[] {
  const places = values.map((_, place) => place)
  return places.sort((a, b) => values[b]! - values[a]!).slice(0, WINNERS)
}

/** The ranks of values, equal ones at the middle of theirs. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((_, place) => place).sort((a, b) => values[a]! - values[b]!)
  const rank: number[] = []
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to < order.length && values[order[to]!] === values[order[from]!]) to += 1
    for (const place of order.slice(from, to)) rank[place] = (from + to - 1) / 2
    from = to
  }
  return rank
}

function spearman(left: readonly number[], right: readonly number[]): number {
  const [a, b] = [ranks(left), ranks(right)]
  const [meanA, meanB] = [average(a), average(b)]
  const product = (x: number[], y: number[], mx: number, my: number) =>
    sum(x.map((value, at) => (value - mx) * (y[at]! - my)))
  const spread = Math.sqrt(product(a, a, meanA, meanA) * product(b, b, meanB, meanB))
  return spread === 0 ? 0 : product(a, b, meanA, meanB) / spread
}

function areaUnderCurve(positive: readonly number[], negative: readonly number[]): number {
  const rank = ranks([...positive, ...negative]).slice(0, positive.length)
  const least = (positive.length * (positive.length - 1)) / 2
  return (sum(rank) - least) / (positive.length * negative.length)
}

/** A figure of days, and where it lies for 95 of 100 draws of them. */
function interval(
  ofDays: readonly Verdict[],
  figure: (days: readonly Verdict[]) => number,
): string {
  if (Number.isNaN(figure(ofDays))) return '–'
  const random = createRandom(1)
  const draws = Float64Array.from({ length: DRAWS }, () =>
    figure(ofDays.map(() => ofDays[Math.floor(random() * ofDays.length)]!)),
  ).sort()
  const at = (share: number) => draws[Math.floor(share * (DRAWS - 1))]!.toFixed(2)
  return `${figure(ofDays).toFixed(2)} (${at(0.025)}–${at(0.975)})`
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function average(values: readonly number[]): number {
  return sum(values) / values.length
}
