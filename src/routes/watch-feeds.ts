import * as z from 'zod'
import { ABOUT } from '../core/about.ts'
import { AppError } from '../core/error.ts'
import { operation } from '../http/operation.ts'
import { originOf } from '../http/origin.ts'
import { replyText } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import type { Watches } from '../watches/watches.ts'
import {
  entryId,
  FEED_FORMATS,
  type Feed,
  feedEntry,
  feedText,
  queryOf,
  UNKNOWN_DATE,
} from './feed-formats.ts'
import { FEED_PATH, type WatchRouteDeps } from './watches.ts'

const input = z.object({
  key: z.string().max(100).describe('The key of the feed, which is its only protection.'),
})

type Told = NonNullable<Awaited<ReturnType<Watches['feed']>>>

/** Private feeds. Feed readers send no token, so the address has a key. */
export function watchFeeds({ watches }: Pick<WatchRouteDeps, 'watches'>): RouteGroup {
  return routeGroup(
    FEED_FORMATS.map(({ name, type, title, schema, write }) => {
      const path = `${FEED_PATH}.${name}` as const
      return operation({
        method: 'get',
        path,
        operationId: `${name}WatchFeed`,
        tags: ['Watches'],
        summary: `The messages of a watch, as ${title}`,
        security: [],
        query: input,
        responses: { 200: { description: 'The feed.', content: { [type]: { schema } } } },
        async handle({ query: { key } }, c) {
          const told = await watches?.feed(key)
          if (!told) throw new AppError('not-found', 'There is no such feed.')
          const text = write(feedOf(told, key, originOf(c)), path)
          return replyText(c, text, 200, {
            'content-type': `${type}; charset=utf-8`,
            'cache-control': 'private, no-store',
          })
        },
      })
    }),
  )
}

/** An entry for each launch of a message, or one for a message without launches. */
function feedOf({ name, messages }: Told, key: string, origin: string): Feed {
  const entries = messages.flatMap(({ id, title, timestamp: published, items }) => {
    const ofMessage = {
      id: entryId('watch', id),
      url: `${origin}/`,
      title,
      summary: title,
      tags: [],
    }
    if (items.length === 0) return [{ ...ofMessage, published }]
    return items.map(({ product, text }, at) => ({
      ...feedEntry(origin, 'watch', product),
      id: entryId('watch', `${id}/${at}`),
      title: feedText(text),
      published,
    }))
  })
  return {
    query: queryOf({ key }),
    title: `${name} · ${ABOUT.title}`,
    origin,
    home: '/watches',
    entries,
    updated: messages[0]?.timestamp ?? UNKNOWN_DATE,
  }
}
