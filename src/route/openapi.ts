import { Hono } from 'hono'
import {
  createDocument,
  type ZodOpenApiComponentsObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import type { Door } from './door.ts'
import { reply } from './reply.ts'

/** The description of everything that is mounted, made from the schemas that check it. */
export function openapi(
  paths: ZodOpenApiPathsObject,
  components: ZodOpenApiComponentsObject = {},
): Hono<Door> {
  let document: unknown

  return new Hono<Door>().get('/openapi.json', (c) => {
    document ??= createDocument({
      openapi: '3.1.0',
      info: {
        title: 'Launchboard',
        version: '0.1.0',
        description: 'Ranks product launches and talks about them.',
      },
      servers: [{ url: '/' }],
      paths,
      components,
    })
    return reply(c, document)
  })
}
