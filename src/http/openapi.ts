import { Hono } from 'hono'
import { createDocument, type ZodOpenApiPathItemObject } from 'zod-openapi'
import { ABOUT } from '../core/about.ts'
import type { Env } from './env.ts'
import { addExamples, TAGS } from './openapi-examples.ts'
import { reply } from './reply.ts'
import type { RouteGroup } from './route-group.ts'

interface OpenapiOptions {
  /** Whether callers need a token. */
  requiresToken: boolean
}

/** The OpenAPI document of these groups at `/openapi.json`, created when it is first requested. */
export function openapi(
  groups: readonly RouteGroup[],
  { requiresToken }: OpenapiOptions,
): RouteGroup {
  let document: unknown

  const routes = new Hono<Env>().get('/openapi.json', (c) => {
    document ??= createOpenapi(groups, requiresToken)
    return reply(c, document)
  })

  return { paths: {}, routes }
}

function createOpenapi(groups: readonly RouteGroup[], requiresToken: boolean) {
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
    components: { securitySchemes: schemesOf(groups, requiresToken) },
    security: requiresToken ? Object.keys(TOKEN_SCHEMES).map((name) => ({ [name]: [] })) : [],
    paths: Object.assign({}, ...groups.map((group) => pathsOf(group, requiresToken))),
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

function schemesOf(groups: readonly RouteGroup[], requiresToken: boolean) {
  const own = groups.map(({ securitySchemes }) => securitySchemes)
  return Object.assign({}, requiresToken && TOKEN_SCHEMES, ...own)
}

function pathsOf({ paths, access }: RouteGroup, requiresToken: boolean) {
  if (!access || !requiresToken) return paths
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, withoutToken(item)]))
}

/** Operations with their own security requirements, or none, instead of the document's. */
function withoutToken(item: ZodOpenApiPathItemObject) {
  const operations = Object.entries(item).map(([method, operation]) => {
    return [method, { security: [], ...operation }]
  })
  return Object.fromEntries(operations)
}
