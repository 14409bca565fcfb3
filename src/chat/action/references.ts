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
 * What is wrong with the references in a schema. They must stay within it: nothing is fetched. A
 * schema may be recursive, as for a tree, unless validating a value requires validating the same
 * value.
 */
export function referenceIssues(root: SchemaObject): ParameterIssue[] {
  const places = placesIn({ path: [], schema: root })
  const known = new Set(places.map(({ schema }) => schema))
  const targets = new Map<SchemaObject, SchemaObject>()

  const issues = places.flatMap(({ path, schema }): ParameterIssue[] => {
    const { $ref, $id, $dynamicRef, $recursiveRef } = schema
    if ($dynamicRef !== undefined || $recursiveRef !== undefined) {
      return [{ path, message: 'must use $ref: other kinds of reference are not supported' }]
    }
    if ($id !== undefined && path.length > 0) {
      return [{ path: [...path, '$id'], message: 'is only allowed at the root' }]
    }
    if (typeof $ref !== 'string') return []
    const target = resolve(root, $ref)
    if (typeof target === 'boolean') return []
    if (!isSchemaObject(target) || !known.has(target)) {
      const message = 'must be # or #/…, and refer to a schema within the parameters'
      return [{ path: [...path, '$ref'], message }]
    }
    targets.set(schema, target)
    return []
  })
  if (issues.length > 0) return issues
  return endless(places, targets).map(({ path }) => {
    return { path, message: 'refers to itself in an endless loop' }
  })
}

function placesIn(place: Place): Place[] {
  const within = subschemas(place.schema).map(({ path, schema }) => {
    return { path: [...place.path, ...path], schema }
  })
  return [place, ...within.flatMap(placesIn)]
}

/** The first schema, if any, that refers back to itself for the same value. */
function endless(places: Place[], targets: ReadonlyMap<SchemaObject, SchemaObject>): Place[] {
  const done = new Set<SchemaObject>()
  const open = new Set<SchemaObject>()

  function isRecursive(schema: SchemaObject): boolean {
    if (open.has(schema)) return true
    if (done.has(schema)) return false
    open.add(schema)
    const target = targets.get(schema)
    const next = subschemas(schema).flatMap((held) => (held.isOfSameValue ? [held.schema] : []))
    const isEndless = [...next, ...(target ? [target] : [])].some(isRecursive)
    open.delete(schema)
    done.add(schema)
    return isEndless
  }

  return places.filter(({ schema }) => isRecursive(schema)).slice(0, 1)
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
