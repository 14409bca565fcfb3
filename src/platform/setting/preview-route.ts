import { Hono } from 'hono'
import type { Routes } from '../../route/answers.ts'
import type { Door } from '../../route/door.ts'
import { limitBody, readJson } from '../../route/read-json.ts'
import { check } from '../check.ts'
import { operation } from '../operation.ts'
import { replyData } from '../reply.ts'
import type { Database } from '../storage/database.ts'
import { Preview, PreviewRequest, preview } from './preview.ts'

const PATH = '/v3/notifications/v1/settings/preview'

/** Shows what a notification would say. */
export function previewRoute({ database }: { database: Database }): Routes {
  const paths: Routes['paths'] = {
    [PATH]: {
      post: operation({
        operationId: 'previewNotification',
        tags: ['Chat platform: notification settings'],
        summary: 'Render the texts of a template for a message; nothing is sent or kept',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: PreviewRequest } },
        },
        data: Preview,
      }),
    },
  }

  const routes = new Hono<Door>().post(PATH, limitBody, async (c) => {
    return replyData(c, await preview(check(PreviewRequest, await readJson(c)), database))
  })

  return { paths, routes }
}
