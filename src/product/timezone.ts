import { IANAZone } from 'luxon'

const NAME = /^[a-z][a-z0-9_+/-]{1,63}$/i

/**
 * Names that runtimes inherit from ICU and IANA does not have. They surprise: `AST` is Alaska
 * there and `ACT` is Darwin.
 */
const NOT_IANA = /^(?:systemv\/.*|(?!cet|eet|est|gmt|hst|met|mst|prc|roc|rok|uct|utc|wet)[a-z]{3})$/

/** Names without regard to case: never more entries than the runtime knows zones. */
const known = new Map<string, IANAZone>()

/** The IANA zone of a name, if the runtime knows one. */
export function findZone(name: string): IANAZone | undefined {
  if (!NAME.test(name)) return undefined
  const key = name.toLowerCase()
  if (NOT_IANA.test(key)) return undefined

  const zone = known.get(key) ?? createZone(name)
  if (zone) known.set(key, zone)
  return zone
}

/** Luxon keeps every spelling of a name for good, so it only ever sees the runtime's own. */
function createZone(name: string): IANAZone | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions()
    return IANAZone.create(timeZone)
  } catch {
    return undefined
  }
}
