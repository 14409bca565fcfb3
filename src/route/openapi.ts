import { Hono } from 'hono'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { ABOUT } from '../about.ts'
import type { Door } from './door.ts'
import { reply } from './reply.ts'

/** The description of everything that is mounted, made from the schemas that check it. */
export function openapi(paths: ZodOpenApiPathsObject): Hono<Door> {
  const { title, version, description } = ABOUT
  let document: unknown

  return new Hono<Door>().get('/openapi.json', (c) => {
    document ??= createDocument({
      openapi: '3.1.0',
      info: { title, version, description },
      servers: [{ url: '/' }],
      paths,
    })
    return reply(c, document)
  })
}
