import { Hono } from 'hono'
import * as z from 'zod'
import type { Env } from '../http/env.ts'
import { FAILED, type Routes } from '../http/routes.ts'

/**
 * Where the AI SDK's chat transport asks for a stream to go on with. Runs end with their readers,
 * so there never is one: 204 is how the protocol says that.
 */
export function uiChatResume(): Routes {
  const paths: Routes['paths'] = {
    '/api/ui/chat/{chatId}/stream': {
      get: {
        operationId: 'resumeUiChat',
        tags: ['Agent'],
        summary: 'Whether there is a stream to resume; there never is',
        requestParams: { path: z.object({ chatId: z.string() }) },
        responses: { 204: { description: 'There is nothing to resume.' }, ...FAILED },
      },
    },
  }

  const routes = new Hono<Env>().get(
    '/api/ui/chat/:chatId/stream',
    (c) => new Response(null, { status: 204, headers: c.env.headers }),
  )
  return { paths, routes }
}
