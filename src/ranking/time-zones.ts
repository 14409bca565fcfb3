import { IANAZone } from 'luxon'
// Named imports without `with`: otherwise bundlers include the whole file twice.
import { from, published, release, until, zones } from '../../data/time-zones.json'
import { DAY_MS, MINUTE_MS } from '../core/durations.ts'

/**
 * The time zones that the service carries. Laws change several times a year, and runtimes learn of it months
 * later or, on Workers, when others decide; so offsets come from the data of the build. Where Node's own data is
 * of a later release, that is used.
 */
interface TimeZones {
  /** Of the IANA time zone database: `2026f`. */
  release: string
  source: 'bundled' | 'runtime'
}

const BUNDLED: TimeZones = { release, source: 'bundled' }
/** Three releases a year are usual; 2026 had six. */
const MAX_AGE_MS = 183 * DAY_MS

let inUse = BUNDLED

export function timeZonesInUse(): TimeZones {
  return inUse
}

/** Uses the later of two releases: the bundled one, and that of the runtime if it names one truly. */
export function offerTimeZones(ofRuntime: string | undefined): void {
  const isLater = ofRuntime !== undefined && ofRuntime > release
  inUse = isLater ? { release: ofRuntime, source: 'runtime' } : BUNDLED
}

/** The release, and what to do about it if it is old, as `/status` shows it. */
export function timeZoneStatus(now: Date) {
  const warning = timeZoneWarning(now)
  return { ...inUse, ...(warning && { warning }) }
}

/** What to do about bundled data that is older than six months. */
export function timeZoneWarning(now: Date): string | undefined {
  if (inUse !== BUNDLED || now.getTime() - Date.parse(published) < MAX_AGE_MS) return undefined
  return `The time zones are those of ${release}, published on ${published}: days may begin at the wrong hour. Update Launchboard, or moment-timezone and build again.`
}

/** A zone by its name in any case, with the offsets of the data in use; undefined if nothing knows it. */
export function createZone(name: string): IANAZone | undefined {
  const runtimeName = nameInRuntime(name)
  const bundled = zonesByName().get((runtimeName ?? name).toLowerCase())
  if (bundled) return new BundledZone(runtimeName ?? bundled.name, historyOf(bundled.packed))
  return runtimeName === undefined ? undefined : new IANAZone(runtimeName)
}

/** The offsets of all zones at an instant, in minutes east of UTC, by name. */
export function offsetsAt(instant: number): Record<string, number> {
  const offsets = zones.flatMap((line) => {
    const { names, packed } = partsOf(line)
    const bundled = offsetIn(historyOf(packed), instant)
    return names.map((name) => {
      const offset = inUse === BUNDLED ? bundled : new IANAZone(name).offset(instant)
      return [name, offset] as const
    })
  })
  return Object.fromEntries(offsets)
}

/** The name that the runtime gives to all spellings and aliases of it. */
function nameInRuntime(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

interface Bundled {
  name: string
  packed: string
}

let byName: ReadonlyMap<string, Bundled> | undefined

function zonesByName() {
  byName ??= new Map(
    zones.map(partsOf).flatMap(({ names, packed }) => {
      return names.map((name) => [name.toLowerCase(), { name, packed }])
    }),
  )
  return byName
}

/** `names|packed history`. */
function partsOf(line: string) {
  const end = line.indexOf('|')
  return { names: line.slice(0, end).split(' '), packed: line.slice(end + 1) }
}

/** The offsets of a zone, in minutes east of UTC, and the instants at which all but the first begin. */
interface History {
  offsets: readonly number[]
  changes: readonly number[]
}

/** `offsets|minutes between changes`, the latter in base 36. */
function historyOf(packed: string): History {
  const [offsets = '', between = ''] = packed.split('|')
  let at = 0
  const changes = between.split(' ').map((minutes) => {
    at += parseInt(minutes, 36) * MINUTE_MS
    return at
  })
  return { offsets: offsets.split(' ').map(Number), changes }
}

function offsetIn({ offsets, changes }: History, instant: number): number {
  let [low, high] = [0, offsets.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (instant < (changes[middle] ?? Infinity)) high = middle
    else low = middle + 1
  }
  return offsets[low] ?? 0
}

class BundledZone extends IANAZone {
  readonly #history: History

  constructor(name: string, history: History) {
    super(name)
    this.#history = history
  }

  /** Also of a zone that the runtime has not heard of. */
  override get isValid() {
    return true
  }

  /** Before and after the years of the data the runtime answers, if it knows the zone. */
  override offset(instant: number): number {
    const isCovered = from <= instant && instant < until
    const asksRuntime = (!isCovered || inUse !== BUNDLED) && super.isValid
    return asksRuntime ? super.offset(instant) : offsetIn(this.#history, instant)
  }
}
