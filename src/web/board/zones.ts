import { cityOf, isTimezone, LOCAL_TIMEZONE } from '../product/format.ts'
import type { ComboboxOption } from '../ui/combobox.tsx'

/** Browsers list these zones under a name of before. */
const NEW_NAMES: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Godthab': 'America/Nuuk',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Rangoon': 'Asia/Yangon',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Truk': 'Pacific/Chuuk',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
}

declare global {
  namespace Intl {
    interface Locale {
      /** Not in every browser, nor in TypeScript's library. */
      getTimeZones?(): string[]
    }
  }
}

interface Zone {
  option: ComboboxOption
  city: string
  /** Its name, with the one of before. */
  words: string
}

let known: Zone[] | undefined
let described: Map<string, string> | undefined

/** The zones that a text names: by city, else by country, by name (`Eastern Standard Time`) or `EST`. */
export function findZones(text: string): ComboboxOption[] {
  known ??= listZones()
  const searched = fold(text)
  const zones = known.filter(({ words }) => hasWords(words, searched))
  const found = zones.length > 0 ? zones : findDescribed(known, searched)
  const isFirst = ({ city }: Zone) => city.startsWith(searched)
  return [...found.filter(isFirst), ...found.filter((zone) => !isFirst(zone))].map(
    ({ option }) => option,
  )
}

/** A zone as its city, with its offset at present. */
export function zoneOption(timezone: string): ComboboxOption {
  return { value: timezone, name: cityOf(timezone), detail: offsetOf(timezone) }
}

function listZones(): Zone[] {
  const older = new Map<string, string>()
  const listed = Intl.supportedValuesOf('timeZone').map((name) => {
    const newName = NEW_NAMES[name]
    if (!newName || !isTimezone(newName)) return name
    older.set(newName, name)
    return newName
  })
  return [...new Set([LOCAL_TIMEZONE, 'UTC', ...listed.sort()])].map((name) => ({
    option: zoneOption(name),
    city: fold(cityOf(name)),
    words: fold(`${name} ${older.get(name) ?? ''}`),
  }))
}

/** Slower: countries and names of time are collected when no city matches. */
function findDescribed(zones: readonly Zone[], searched: string): Zone[] {
  described ??= countriesByZone()
  const countries = described
  return zones.filter(({ option: { value } }) => {
    const names = [nameOf(value, 'short'), nameOf(value, 'long'), nameOf(value, 'longGeneric')]
    return hasWords(fold([countries.get(value), ...names].join(' ')), searched)
  })
}

function countriesByZone(): Map<string, string> {
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const entries = codes.flatMap((code) => {
    const country = regions.of(code)
    const zones = country ? (new Intl.Locale(`und-${code}`).getTimeZones?.() ?? []) : []
    return zones.map((zone): [string, string] => [NEW_NAMES[zone] ?? zone, country ?? ''])
  })
  return new Map(entries)
}

type NameStyle = 'short' | 'long' | 'longGeneric' | 'shortOffset'

function nameOf(timeZone: string, timeZoneName: NameStyle): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** `UTC−5`, of a zone at present. */
function offsetOf(timezone: string): string {
  return nameOf(timezone, 'shortOffset').replace('GMT', 'UTC').replace('-', '−')
}

/** Whether each searched word begins one of the words. */
function hasWords(words: string, searched: string): boolean {
  return searched.split(' ').every((word) => ` ${words}`.includes(` ${word}`))
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_/ ]+/g, ' ')
    .trim()
}
