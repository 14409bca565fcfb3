import { Hono } from 'hono'
import { createDocument, type ZodOpenApiObject, type ZodOpenApiPathItemObject } from 'zod-openapi'
import { ABOUT } from '../about.ts'
import type { Routes } from './answers.ts'
import type { Door } from './door.ts'
import { reply } from './reply.ts'

interface OpenapiOptions {
  /** Whether callers have to say who they are. */
  wantsToken: boolean
}

/** The description of everything that is mounted, made from the schemas that check it. */
export function openapi(mounted: readonly Routes[], { wantsToken }: OpenapiOptions): Routes {
  const { title, version, description } = ABOUT
  let document: unknown

  const routes = new Hono<Door>().get('/openapi.json', (c) => {
    document ??= createDocument({
      openapi: '3.1.0',
      info: { title, version, description },
      servers: [{ url: '/' }],
      ...(wantsToken && TOKEN_WANTED),
      paths: Object.assign({}, ...mounted.map((part) => pathsOf(part, wantsToken))),
    })
    return reply(c, document)
  })

  return { paths: {}, routes }
}

const TOKEN_WANTED: Pick<ZodOpenApiObject, 'components' | 'security'> = {
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    },
  },
  security: [{ bearer: [] }, { apiKey: [] }],
}

function pathsOf({ paths, isOpen }: Routes, wantsToken: boolean) {
  if (!isOpen || !wantsToken) return paths
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, withoutToken(item)]))
}

/** An empty list in place of the one that holds for all. */
function withoutToken(item: ZodOpenApiPathItemObject) {
  const operations = Object.entries(item).map(([method, operation]) => {
    return [method, { ...operation, security: [] }]
  })
  return Object.fromEntries(operations)
}
