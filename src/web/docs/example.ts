import type { Openapi, Schema } from './openapi.ts'

/** Deep enough for every answer; a schema may contain itself. */
const MAX_DEPTH = 7

/** What fields are like whose schema has no example, by the end of their names. */
const TEXTS: readonly (readonly [name: RegExp, text: string])[] = [
  [/guid$/i, 'harbor'],
  [/^muid$/, '5f3a'],
  [/^category$/, 'message'],
  [/^type$/, 'text'],
  [/^code$/, 'ERR_BAD_REQUEST'],
  [/uid|sender|receiver|owner|agent$/i, 'ann'],
  [/url$|link|avatar|icon/i, 'https://example.com/'],
  [/At$|After$|Before$|asOf|from|until/, '2026-11-20T09:30:00.000Z'],
  [/name$/i, 'Rep Sheet'],
  [/tagline/, 'A workout log you can read while sweating'],
  [/topics?$/, 'Fitness'],
  [/tz|zone/, 'America/New_York'],
  [/text|content|message$/i, 'What was launched last week?'],
  [/id$|^replyTo$/i, '42'],
]
const NUMBERS: readonly (readonly [name: RegExp, count: number])[] = [
  [/At$/, 1_795_214_853],
  [/votes|gained/i, 412],
  [/^days$/, 7],
  [/comments/i, 37],
  [/^(total|count|total_pages|current_page|rank|of)$/, 1],
  [/limit|per_?page/i, 10],
]

/** A value of a schema: what an answer looks like. */
export function exampleOf(schema: Schema, { components }: Openapi) {
  return of(schema, '', 0)

  function of(given: Schema, name: string, depth: number): unknown {
    const known = given.$ref ? components.schemas[given.$ref.split('/').at(-1) ?? ''] : given
    if (!known || depth > MAX_DEPTH) return {}
    const { items, properties = {} } = known
    const fixed = known.const ?? known.enum?.[0]
    if (fixed !== undefined) return fixed
    const option = optionOf(known)
    if (option) return of(option, name, depth)
    if (items) return [of(items, name, depth + 1)]
    const fields = Object.entries(properties).map(([field, one]) => [
      field,
      of(one, field, depth + 1),
    ])
    return fields.length > 0 ? Object.fromEntries(fields) : plain(known, name)
  }
}

function optionOf({ anyOf = [], oneOf = [] }: Schema) {
  return [...anyOf, ...oneOf].find(({ type }) => type !== 'null')
}

function plain({ type, default: usual, minimum = 0 }: Schema, name: string): unknown {
  if (usual !== undefined) return usual
  const [kind] = [type].flat().filter((one) => one !== 'null')
  if (kind === 'string') return TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? name
  if (kind === 'boolean') return false
  if (kind === 'object') return {}
  const count = NUMBERS.find(([pattern]) => pattern.test(name))?.[1]
  return count ?? Math.max(minimum, 0)
}
