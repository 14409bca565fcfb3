import type { Context } from 'hono'
import * as z from 'zod'
import { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { WatchMessage } from '../watches/message.ts'
import { Spec, WatchBody, WatchChange } from '../watches/watch.ts'
import type { Watches } from '../watches/watches.ts'

export interface WatchRouteDeps {
  /** Absent without a database. */
  watches?: Watches | undefined
  /** Whether anybody may call: watches then have no owner. */
  isOpenToAll: boolean
}

const Instant = z.iso.datetime().nullable()

const WatchView = z
  .object({
    id: z.string(),
    ...Spec.shape,
    to: z.array(
      z.object({
        kind: z
          .string()
          .describe('The format of a webhook, or `telegram`, `email`, `feed`, `platform`.'),
        host: z.string(),
        failingSince: Instant.describe('The first failure since its last success.'),
        disabled: z.string().nullable().describe('Why it was switched off.'),
      }),
    ),
    isOfFile: z.boolean().describe('Whether it is in `WATCHES_FILE`.'),
    createdAt: z.iso.datetime(),
    nextAt: Instant.describe('When the next digest or summary is due.'),
    delivered: z.int(),
    failed: z.int(),
    lastToldAt: Instant,
  })
  .meta({ id: 'Watch' })

export type WatchView = z.output<typeof WatchView>

const Stored = z
  .object({
    watch: WatchView,
    met: z
      .int()
      .optional()
      .describe('The number of launches that meet it already. They are not told.'),
    note: z.string().optional().describe('Says that no launch has the topic so far.'),
    secret: z.string().optional().describe('Signs `standard` webhooks. Shown only here.'),
    feed: z.string().optional().describe('The path of its private feed. Shown only here.'),
  })
  .meta({ id: 'StoredWatch' })

export type StoredWatch = z.output<typeof Stored>

const Delivery = z
  .object({
    id: z.string().describe('The same in every attempt: `webhook-id`.'),
    kind: z.string(),
    host: z.string(),
    state: z.enum(['pending', 'done', 'failed']),
    attempts: z.int(),
    outcome: z.string().nullable().describe('The answer to the last attempt.'),
    createdAt: z.iso.datetime(),
    nextAttemptAt: Instant,
    message: WatchMessage,
  })
  .meta({ id: 'WatchDelivery' })

export type WatchDelivery = z.output<typeof Delivery>

const Deliveries = z.object({ deliveries: z.array(Delivery) })
const WatchParams = z.object({ id: z.string() })
const tags = ['Watches']

/** The watches of each caller, and their messages. */
export function watchRoutes(deps: WatchRouteDeps): RouteGroup {
  const service = () => openService(deps)
  return routeGroup([...watchOperations(service), ...deliveryOperations(service)])
}

/** @throws AppError where watches are not available */
function openService({ watches, isOpenToAll }: WatchRouteDeps) {
  if (isOpenToAll) {
    const message =
      'On a service that anybody may call nobody owns a watch: set AGENT_TOKENS, or list watches in WATCHES_FILE.'
    throw new AppError('forbidden', message)
  }
  if (!watches) throw new AppError('not-configured', 'Watches need a database.')
  return watches
}

const ownerOf = (c: Context<Env>) => c.get('caller')?.id ?? ''

function withFeed({ feedKey, ...rest }: Awaited<ReturnType<Watches['change']>>) {
  return { ...rest, ...(feedKey !== undefined && { feed: `${FEED_PATH}.atom?key=${feedKey}` }) }
}

function watchOperations(service: () => Watches) {
  return [
    operation({
      method: 'post',
      path: '/api/watches',
      operationId: 'createWatch',
      tags,
      summary: 'Be told of launches: votes, ranks, a launch day, a digest',
      body: WatchBody,
      data: Stored,
      handle: async ({ body }, c) => withFeed(await service().create(ownerOf(c), body)),
    }),
    operation({
      method: 'get',
      path: '/api/watches',
      operationId: 'listWatches',
      tags,
      summary: 'Your watches, the newest first, with their messages sent and failed',
      data: z.object({ watches: z.array(WatchView) }),
      handle: async (_input, c) => ({ watches: await service().list(ownerOf(c)) }),
    }),
    operation({
      method: 'get',
      path: '/api/watches/{id}',
      operationId: 'getWatch',
      tags,
      summary: 'One watch',
      params: WatchParams,
      data: WatchView,
      handle: ({ params: { id } }, c) => service().get(ownerOf(c), id),
    }),
    operation({
      method: 'patch',
      path: '/api/watches/{id}',
      operationId: 'changeWatch',
      tags,
      summary: 'Change a watch, or its secret',
      description: 'Absent fields stay. Another condition, product or topic begins anew.',
      params: WatchParams,
      body: WatchChange,
      data: Stored,
      handle: async ({ params: { id }, body }, c) =>
        withFeed(await service().change(ownerOf(c), id, body)),
    }),
    operation({
      method: 'delete',
      path: '/api/watches/{id}',
      operationId: 'deleteWatch',
      tags,
      summary: 'Delete a watch and its messages',
      params: WatchParams,
      responses: { 204: { description: 'It is gone.' } },
      async handle({ params: { id } }, c) {
        await service().remove(ownerOf(c), id)
        return new Response(null, { status: 204, headers: c.get('headers') })
      },
    }),
  ]
}

function deliveryOperations(service: () => Watches) {
  const deliveriesOf =
    (name: 'deliveries' | 'test') =>
    async ({ params: { id } }: { params: z.output<typeof WatchParams> }, c: Context<Env>) => ({
      deliveries: await service()[name](ownerOf(c), id),
    })
  return [
    operation({
      method: 'get',
      path: '/api/watches/{id}/deliveries',
      operationId: 'listDeliveries',
      tags,
      summary: 'The last 100 messages of a watch, and the outcome of each',
      params: WatchParams,
      data: Deliveries,
      handle: deliveriesOf('deliveries'),
    }),
    operation({
      method: 'post',
      path: '/api/watches/{id}/test',
      operationId: 'testWatch',
      tags,
      summary: 'Send a test message to each of its targets now',
      params: WatchParams,
      body: z.object({}),
      isBodyOptional: true,
      data: Deliveries,
      handle: deliveriesOf('test'),
    }),
    operation({
      method: 'post',
      path: '/api/watches/{id}/deliveries/{delivery}/retry',
      operationId: 'retryDelivery',
      tags,
      summary: 'Send a message again, under its id',
      params: WatchParams.extend({ delivery: z.string() }),
      body: z.object({}),
      isBodyOptional: true,
      data: Delivery,
      handle: ({ params: { id, delivery } }, c) => service().retry(ownerOf(c), id, delivery),
    }),
  ]
}

export const FEED_PATH = '/api/watches/feed'
