import type * as z from 'zod'
import { createDocument } from 'zod-openapi'
import { ABOUT } from '../core/about.ts'
import { addExamples, TAGS } from './openapi-examples.ts'
import type { RouteGroup } from './route-group.ts'

export interface Described {
  /** Groups for everybody, or with keys of their own. */
  open: readonly RouteGroup[]
  /** Groups for callers of the service. */
  own: readonly RouteGroup[]
  /** Whether they need a token. */
  requiresToken: boolean
  /** What streams consist of, by the names by which operations refer to it. */
  items: Readonly<Record<string, z.ZodType>>
}

/** The OpenAPI document of these groups. */
export function openapiDocument({ open, own, requiresToken, items }: Described) {
  const groups = [...own, ...open]
  const openPaths = open.map(({ paths }) => withoutToken(paths))
  const tokens = Object.keys(TOKEN_SCHEMES).map((name) => ({ [name]: [] }))
  const { title, version, description, license } = ABOUT
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      contact: { name: title },
      license: { name: license, identifier: license },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: tagsOf(groups),
    components: { schemas: items, securitySchemes: schemesOf(groups) },
    // An empty requirement: a call without a token is accepted too.
    security: requiresToken ? tokens : [{}, ...tokens],
    paths: Object.assign({}, ...own.map(({ paths }) => paths), ...openPaths),
  })
  addExamples(document)
  return document
}

/** The tags in use: a service without a chat platform has none of the platform's. */
function tagsOf(groups: readonly RouteGroup[]) {
  const operations = groups.flatMap(({ paths }) => Object.values(paths).flatMap(Object.values))
  const used = new Set(operations.flatMap(({ tags }: { tags?: string[] }) => tags ?? []))
  return TAGS.filter(({ name }) => used.has(name))
}

const TOKEN_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
} as const

function schemesOf(groups: readonly RouteGroup[]) {
  return Object.assign({}, TOKEN_SCHEMES, ...groups.map(({ securitySchemes }) => securitySchemes))
}

/** Operations with their own security requirements, or none, instead of the document's. */
function withoutToken(paths: RouteGroup['paths']): RouteGroup['paths'] {
  const items = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      return [method, { security: [], ...operation }]
    })
    return [path, Object.fromEntries(operations)]
  })
  return Object.fromEntries(items)
}
