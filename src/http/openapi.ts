import { Hono } from 'hono'
import type { Env } from './env.ts'
import type { Described } from './openapi-document.ts'
import { replyJson } from './reply.ts'

interface Options extends Omit<Described, 'items'> {
  items(): Promise<Described['items']>
}

/** The OpenAPI document at `/openapi.json`: what makes it is loaded when it is first requested. */
export function openapi({ items, ...described }: Options): Hono<Env> {
  let document: unknown

  return new Hono<Env>().get('/openapi.json', async (c) => {
    if (!document) {
      const { openapiDocument } = await import('./openapi-document.ts')
      document = openapiDocument({ ...described, items: await items() })
    }
    return replyJson(c, document)
  })
}
