// What the list of what is rising is worth at its level, asked every ten minutes of a day, day after day.
// The intervals are of 95 %, by drawing days anew.
import {
  instantsBefore,
  LEVEL,
  risingLaunches,
  TRENDING_WINDOWS,
} from '../../src/history/rising.ts'
import { createRandom } from '../../src/language/training/regression.ts'
import { recordedDays } from './recorded-days.ts'
import {
  DAY_MS,
  HOUR_MS,
  type ObservedDay,
  type ObservedLaunch,
  STEP_MS,
  type Surge,
  simulatedDays,
} from './simulated-days.ts'

const DAYS = 60
const LAUNCHES = 100
const FOLLOWED_DAYS = 7
const DRAWS = 1_000

/** What one day says. */
interface Verdict {
  /** Launches that were listed, and those in a surge that the gain overlaps. */
  listed: number
  right: number
  surges: Found[]
}

interface Found {
  isOld: boolean
  afterMs: number | undefined
}

const [file] = process.argv.slice(2)
const days = file ? await recordedDays(file) : simulatedDays(DAYS, LAUNCHES)
console.log(
  file
    ? `${days.length} recorded days, of whose surges nothing is known`
    : `${DAYS} simulated days of ${LAUNCHES} launches: in their first hours some gain 4 to 8 times as many ` +
        'votes for two hours, and after days some are put up again and gain as at first for four',
)
console.log(`listed where chance lists one in ${1 / LEVEL} answers`)
console.log(
  row([
    'window',
    'listed a day',
    'of them surges',
    'found, today',
    'found, older',
    'after, today',
    'after, older',
  ]),
)
console.log(row(Array.from({ length: 7 }, () => '---')))
for (const window of TRENDING_WINDOWS) {
  const verdicts = days
    .slice(FOLLOWED_DAYS - 1)
    .map((_, at) => judge(days.slice(at, at + FOLLOWED_DAYS), window))
  const found = (isOld: boolean) => (some: readonly Verdict[]) => {
    const surges = some.flatMap(({ surges }) => surges).filter((one) => one.isOld === isOld)
    return surges.filter(({ afterMs }) => afterMs !== undefined).length / surges.length
  }
  const after = (isOld: boolean) =>
    median(
      verdicts
        .flatMap(({ surges }) => surges)
        .flatMap((one) => (one.isOld === isOld ? (one.afterMs ?? []) : [])),
    )
  console.log(
    row([
      window,
      interval(verdicts, (some) => sum(some.map(({ listed }) => listed)) / some.length),
      interval(
        verdicts,
        (some) => sum(some.map(({ right }) => right)) / sum(some.map(({ listed }) => listed)),
      ),
      interval(verdicts, found(false)),
      interval(verdicts, found(true)),
      `${(after(false) / 60_000).toFixed(0)} min`,
      `${(after(true) / 60_000).toFixed(0)} min`,
    ]),
  )
}

/** Asks on the last of some days. */
function judge(some: readonly ObservedDay[], window: (typeof TRENDING_WINDOWS)[number]): Verdict {
  const { from = 0 } = some.at(-1) ?? {}
  const launches = some.flatMap((day) => day.launches)
  const listed = new Set<ObservedLaunch>()
  const right = new Set<ObservedLaunch>()
  const found = new Map<Surge, number>()
  for (let now = from + STEP_MS; now <= from + DAY_MS; now += STEP_MS) {
    const counted = launches
      .filter(({ launchedAt }) => launchedAt < now)
      .map((observed) => ({
        ...observed,
        observed,
        counts: countsOf(observed, instantsBefore(now)),
      }))
    for (const { launch, minutes } of risingLaunches(counted, { now, window }).rising) {
      const { observed } = launch
      listed.add(observed)
      const since = now - minutes * 60_000
      const surge = observed.surges.find((one) => one.from < now && since < one.until)
      if (!surge) continue
      right.add(observed)
      if (!found.has(surge)) found.set(surge, now - surge.from)
    }
  }
  const surges = launches.flatMap(({ launchedAt, surges }) =>
    surges
      .filter((surge) => from <= surge.from && surge.from < from + DAY_MS - HOUR_MS)
      .map((surge) => ({ isOld: launchedAt < from, afterMs: found.get(surge) })),
  )
  return { listed: listed.size, right: right.size, surges }
}

/** The last count at or before each instant. */
function countsOf({ counts }: ObservedLaunch, instants: readonly number[]) {
  return instants.map((instant) => {
    let [low, high] = [0, counts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (counts[middle]!.at > instant) high = middle
      else low = middle + 1
    }
    return counts[low - 1]
  })
}

/** A figure of days, and where it lies for 95 of 100 draws of them. */
function interval(ofDays: readonly Verdict[], figure: (days: readonly Verdict[]) => number) {
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

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
