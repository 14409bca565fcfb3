/** Stands for a header's value wherever an agent is told of. No header can have it as its value. */
export const MASK = '•••'

type Headers = Readonly<Record<string, string>>

export function masked(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]))
}

/** What was told of an agent may come back changed: a mask in it stands for the value it covers. */
export function unmasked(headers: Headers, stored: Headers): Record<string, string> {
  const known = new Map(Object.entries(stored))
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const isMasked = value === MASK
      return [name, (isMasked ? known.get(name.toLowerCase()) : undefined) ?? value]
    }),
  )
}
