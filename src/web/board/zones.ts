import { cityOf, LOCAL_TIMEZONE } from '../product/format.ts'

declare global {
  namespace Intl {
    interface Locale {
      /** Not in every browser, nor in TypeScript's library. */
      getTimeZones?(): string[]
    }
  }
}

/** Cities that browsers list under the name of before. */
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
  /** Its city and country, what its time is called in winter and summer, and its offset at present. */
  label: string
}

let listed: Zone[] | undefined

/** All zones, for a list in which the browser finds what is typed. */
export function zoneOptions(): readonly Zone[] {
  listed ??= listZones()
  return listed
}

/** The zone that a text names: by its id, else by the words of its label. */
export function findZone(text: string): string | undefined {
  const words = fold(text).split(' ')
  const zones = zoneOptions()
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
    const names = [0, 6].map((month) => nameOf(value, 'short', new Date(year, month)))
    const abbreviations = [...new Set(names)].filter((name) => /^[A-Z]+$/.test(name)).join('/')
    const place = [RENAMED[value], cityOf(value), countries.get(value)].filter(Boolean).join(', ')
    const offset = nameOf(value, 'shortOffset').replace('GMT', 'UTC').replace('-', '−')
    return { value, label: [place, abbreviations, offset].filter(Boolean).join(' · ') }
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

function nameOf(timeZone: string, timeZoneName: 'short' | 'shortOffset', at = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Without case and accents; words are separated by spaces. */
function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}+−:]+/gu, ' ').trim()
}
