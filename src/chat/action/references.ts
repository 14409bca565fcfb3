import { isSchemaObject, type SchemaObject, subschemas } from './subschemas.ts'

/** What is wrong with parameters, and where. */
export interface ParameterIssue {
  path: string[]
  message: string
}

interface Place {
  path: string[]
  schema: SchemaObject
}

/**
 * What is wrong with the references in a schema. They have to stay within it: nothing is fetched.
 * A schema may hold itself, as a tree does, but not judge a value by judging that very value.
 */
export function referenceIssues(root: SchemaObject): ParameterIssue[] {
  const places = placesIn({ path: [], schema: root })
  const known = new Set(places.map(({ schema }) => schema))
  const targets = new Map<SchemaObject, SchemaObject>()

  const issues = places.flatMap(({ path, schema }): ParameterIssue[] => {
    const { $ref, $id, $dynamicRef, $recursiveRef } = schema
    if ($dynamicRef !== undefined || $recursiveRef !== undefined) {
      return [{ path, message: 'may refer by $ref alone' }]
    }
    if ($id !== undefined && path.length > 0) {
      return [{ path: [...path, '$id'], message: 'may stand at the root alone' }]
    }
    if (typeof $ref !== 'string') return []
    const target = resolve(root, $ref)
    if (typeof target === 'boolean') return []
    if (!isSchemaObject(target) || !known.has(target)) {
      const message = 'must be # or #/… and lead to a schema within the parameters'
      return [{ path: [...path, '$ref'], message }]
    }
    targets.set(schema, target)
    return []
  })
  if (issues.length > 0) return issues
  return endless(places, targets).map(({ path }) => {
    return { path, message: 'refers to itself without an end' }
  })
}

function placesIn(place: Place): Place[] {
  const within = subschemas(place.schema).map(({ path, schema }) => {
    return { path: [...place.path, ...path], schema }
  })
  return [place, ...within.flatMap(placesIn)]
}

/** The first schema, if any, from which one comes back to it without leaving the value it judges. */
function endless(places: Place[], targets: ReadonlyMap<SchemaObject, SchemaObject>): Place[] {
  const over = new Set<SchemaObject>()
  const open = new Set<SchemaObject>()

  function comesBack(schema: SchemaObject): boolean {
    if (open.has(schema)) return true
    if (over.has(schema)) return false
    open.add(schema)
    const target = targets.get(schema)
    const next = subschemas(schema).flatMap((held) => (held.isOfSameValue ? [held.schema] : []))
    const isEndless = [...next, ...(target ? [target] : [])].some(comesBack)
    open.delete(schema)
    over.add(schema)
    return isEndless
  }

  return places.filter(({ schema }) => comesBack(schema)).slice(0, 1)
}

/** Follows a JSON Pointer in a fragment (RFC 6901, section 6). */
function resolve(root: SchemaObject, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  const steps = reference.slice(2).split('/').map(unescaped)
  return steps.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined
    return Object.entries(value).find(([key]) => key === step)?.[1]
  }, root)
}

function unescaped(step: string) {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}
