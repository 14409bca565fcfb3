import { SlidersHorizontal } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { request } from '../api/request.ts'
import { useQuery } from '../api/use-query.ts'
import { cityOf, LOCAL_TIMEZONE } from '../product/format.ts'
import { Menu } from '../ui/dialog.tsx'
import { Field, INPUT, SegmentedControl, Select } from '../ui/field.tsx'
import { type BoardParams, LIMITS } from './board-params.ts'

interface ViewMenuProps {
  params: BoardParams
  topics: readonly string[]
  onChange: (changed: Partial<BoardParams>) => void
}

/** What of a window is shown: zone, number and topic. */
export function ViewMenu({ params, topics, onChange }: ViewMenuProps) {
  const { timezone, limit, topic } = params
  const offered = topic && !topics.includes(topic) ? [topic, ...topics] : topics
  const limits = [...new Set([...LIMITS, limit])].sort(
    (left, right) => Number(left) - Number(right),
  )
  return (
    <Menu label="View" icon={SlidersHorizontal}>
      <div class="space-y-4">
        <ZoneField timezone={timezone} onChange={onChange} />
        <div class="space-y-1">
          <p aria-hidden="true" class="text-sm font-medium">
            Number
          </p>
          <SegmentedControl
            label="Number"
            options={limits.map((value) => ({ value, name: `Top ${value}` }))}
            value={limit}
            onChange={(next) => onChange({ limit: next })}
          />
        </div>
        <div class="space-y-1">
          <label for="board-topic" class="block text-sm font-medium">
            Topic
          </label>
          <Select
            id="board-topic"
            value={topic ?? ''}
            options={[
              { value: '', label: 'All topics' },
              ...offered.map((value) => ({ value, label: value })),
            ]}
            onChange={(next) => onChange({ topic: next || undefined })}
          />
        </div>
      </div>
    </Menu>
  )
}

/** A field in which a zone is found by its city, its country or `EST`. */
function ZoneField({
  timezone,
  onChange,
}: Omit<ViewMenuProps, 'topics' | 'params'> & { timezone: string }) {
  const [issue, setIssue] = useState<string>()
  const [isEntered, setIsEntered] = useState(false)
  const { data: { offsets } = NO_OFFSETS } = useQuery(
    isEntered ? '/api/time-zones' : '',
    (signal) => request<typeof NO_OFFSETS>('/api/time-zones', { signal }),
  )
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current) field.current.value = timezone
  }, [timezone])

  function choose(input: HTMLInputElement) {
    const zone = findZone(input.value, offsets)
    if (zone) input.value = zone
    setIssue(zone ? undefined : 'No time zone matches.')
    if (zone && zone !== timezone) onChange({ timezone: zone })
  }

  return (
    <Field label="Time zone" error={issue}>
      {(control) => (
        <>
          <input
            {...control}
            ref={field}
            list="zones"
            autoComplete="off"
            spellcheck={false}
            onFocus={({ currentTarget }) => {
              setIsEntered(true)
              currentTarget.select()
            }}
            onChange={({ currentTarget }) => choose(currentTarget)}
            class={INPUT}
          />
          <datalist id="zones">
            {/* Describing four hundred zones takes a moment. */}
            {isEntered && zoneOptions(offsets).map((zone) => <option key={zone.value} {...zone} />)}
          </datalist>
        </>
      )}
    </Field>
  )
}

declare global {
  namespace Intl {
    interface Locale {
      /** Not in every browser, nor in TypeScript's library. */
      getTimeZones?(): string[]
    }
  }
}

/** Cities that browsers list under their former names. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Europe/Kiev': 'Kyiv',
}

interface Zone {
  value: string
  /** Its city and country, what its time is called in winter and summer, and its offset once that is known. */
  label: string
}

let listed: Zone[] | undefined

/** All zones, for a list in which the browser finds what is typed. */
function zoneOptions(offsets: Offsets): readonly Zone[] {
  listed ??= listZones()
  return listed.map(({ value, label }) => ({ value, label: withOffset(label, offsets[value]) }))
}

/** The zone that a text names: by its id, else by the words of its label. */
function findZone(text: string, offsets: Offsets): string | undefined {
  const words = fold(text).split(' ')
  const zones = zoneOptions(offsets)
  const isNamed = ({ label }: Zone) => words.every((word) => ` ${fold(label)}`.includes(` ${word}`))
  const exact = zones.find(({ value }) => fold(value) === fold(text))
  const city = zones.find(({ value }) => fold(cityOf(value)).startsWith(fold(text)))
  return (exact ?? city ?? zones.find(isNamed))?.value
}

function listZones(): Zone[] {
  const countries = countriesByZone()
  const zones = new Set([LOCAL_TIMEZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((value) => {
    const year = new Date().getFullYear()
    const names = [0, 6].map((month) => nameOf(value, new Date(year, month)))
    const abbreviations = [...new Set(names)].filter((name) => /^[A-Z]+$/.test(name)).join('/')
    const place = [RENAMED[value], cityOf(value), countries.get(value)].filter(Boolean).join(', ')
    return { value, label: [place, abbreviations].filter(Boolean).join(' · ') }
  })
}

function countriesByZone(): ReadonlyMap<string, string> {
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(
    codes.flatMap((code) => {
      const country = regions.of(code)
      const zones = country ? (new Intl.Locale(`und-${code}`).getTimeZones?.() ?? []) : []
      return zones.map((zone) => [zone, country ?? ''])
    }),
  )
}

/** The minutes that zones are ahead of UTC at present, as the service knows: browsers may have an old law. */
type Offsets = Record<string, number>

const NO_OFFSETS: { offsets: Offsets } = { offsets: {} }

/** `Berlin, Germany · UTC+1`, `Kathmandu, Nepal · UTC+5:45`. */
function withOffset(label: string, offset: number | undefined): string {
  if (offset === undefined) return label
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const sign = offset < 0 ? '−' : '+'
  const size = offset === 0 ? '' : `${sign}${hours}${minutes > 0 ? `:${minutes}` : ''}`
  return `${label} · UTC${size}`
}

/** `CET`; `GMT+5` where English has no name. */
function nameOf(timeZone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  const parts = format.formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Without case and accents; words are separated by spaces. */
function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}+−:]+/gu, ' ').trim()
}
