import { Hono } from 'hono'
import { createDocument, type ZodOpenApiPathItemObject } from 'zod-openapi'
import { ABOUT } from '../core/about.ts'
import type { Env } from './env.ts'
import { addExamples, TAGS } from './openapi-examples.ts'
import { reply } from './reply.ts'
import type { Routes } from './routes.ts'

interface OpenapiOptions {
  /** Whether callers have to say who they are. */
  wantsToken: boolean
}

/** The description of everything that is mounted, made from the schemas that check it. */
export function openapi(mounted: readonly Routes[], { wantsToken }: OpenapiOptions): Routes {
  let document: unknown

  const routes = new Hono<Env>().get('/openapi.json', (c) => {
    document ??= describe(mounted, wantsToken)
    return reply(c, document)
  })

  return { paths: {}, routes }
}

function describe(mounted: readonly Routes[], wantsToken: boolean) {
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
    tags: tagsOf(mounted),
    components: { securitySchemes: schemesOf(mounted, wantsToken) },
    security: wantsToken ? Object.keys(TOKEN_SCHEMES).map((name) => ({ [name]: [] })) : [],
    paths: Object.assign({}, ...mounted.map((part) => pathsOf(part, wantsToken))),
  })
  addExamples(document)
  return document
}

/** Those that operations have: a service without a chat platform has none of its tags. */
function tagsOf(mounted: readonly Routes[]) {
  const operations = mounted.flatMap(({ paths }) => Object.values(paths).flatMap(Object.values))
  const used = new Set(operations.flatMap(({ tags }: { tags?: string[] }) => tags ?? []))
  return TAGS.filter(({ name }) => used.has(name))
}

const TOKEN_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
} as const

function schemesOf(mounted: readonly Routes[], wantsToken: boolean) {
  const own = mounted.map(({ securitySchemes }) => securitySchemes)
  return Object.assign({}, wantsToken && TOKEN_SCHEMES, ...own)
}

function pathsOf({ paths, isOpen }: Routes, wantsToken: boolean) {
  if (!isOpen || !wantsToken) return paths
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, withoutToken(item)]))
}

/** An empty list, or their own, in place of the one that holds for all. */
function withoutToken(item: ZodOpenApiPathItemObject) {
  const operations = Object.entries(item).map(([method, operation]) => {
    return [method, { security: [], ...operation }]
  })
  return Object.fromEntries(operations)
}
