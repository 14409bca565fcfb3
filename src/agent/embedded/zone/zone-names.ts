import { ABBREVIATIONS } from './abbreviations.ts'
import { PLACES } from './places.ts'

/** The zone of an abbreviation in lower case: `pst`. */
export function zoneOfAbbreviation(name: string): string | undefined {
  abbreviations ??= table(ABBREVIATIONS)
  return abbreviations.get(name)
}

/** The zone of a place in lower case: a city that names an IANA zone, or one of our table. */
export function zoneOfPlace(name: string): string | undefined {
  places ??= new Map([...cities(), ...table(PLACES)])
  return places.get(name)
}

// Made when first asked for: most questions name no zone.
let abbreviations: ReadonlyMap<string, string> | undefined
let places: ReadonlyMap<string, string> | undefined

/** Lines of `zone: name, name`; a line without a zone goes on with the one before. */
function table(text: string): Map<string, string> {
  const entries = text.trim().split(/\n {2}(?! )/)
  return new Map(
    entries.flatMap((entry) => {
      const [zone = '', names = ''] = entry.split(':')
      return names
        .split(',')
        .map((name): [string, string] => [name.trim().replace(/\s+/g, ' '), zone.trim()])
    }),
  )
}

function cities(): [string, string][] {
  return Intl.supportedValuesOf('timeZone').map((zone) => {
    const city = zone.slice(zone.lastIndexOf('/') + 1)
    return [city.replaceAll('_', ' ').toLowerCase(), zone]
  })
}
