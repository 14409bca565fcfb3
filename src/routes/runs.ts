import type { Context } from 'hono'
import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { streamAccountsOf } from '../http/caller.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import type { ResumableRun } from '../runs/resumable-runs.ts'

import { streamEvents, type WireDeps } from './streams.ts'

const Position = z
  .string()
  .regex(/^\d{0,15}$/, 'must be the number of an event')
  .optional()

const Resumption = z.object({
  'last-event-id': Position.describe('The `id` or `seq` of the last event received.'),
})

const RunParams = z.object({ runId: z.string() })
const ChatParams = z.object({ chatId: z.string() })

/** The body of the AI SDK's guide; the message so far, which it also has, is not stored here. */
const StopRequest = z
  .object({
    activeStreamId: z
      .string()
      .nullish()
      .describe('The `x-run-id` of the run to stop; whichever is running if it is not given.'),
  })
  .meta({ id: 'StopUiChatRequest' })

const STREAM = { schema: { type: 'string' as const } }

/** Runs that were started with `X-Resumable: true`, for readers who come back. */
export function runRoutes(deps: WireDeps): RouteGroup {
  /** @throws AppError `not-found`, also for the runs of other callers. */
  async function runOf(c: Context<Env>, runId: string) {
    const run = await deps.resumableRuns?.find(runId, c.get('caller')?.id)
    if (!run)
      throw new AppError('not-found', 'There is no such run, or its events are no longer held.')
    return run
  }

  async function activeRun(c: Context<Env>, chatId: string) {
    return deps.resumableRuns?.findActive(chatId, c.get('caller')?.id)
  }

  async function resume(c: Context<Env>, run: ResumableRun, position = '0') {
    const releaseStream = await deps.streamLimit?.(streamAccountsOf(c))
    return streamEvents(c, run, { after: Number(position), releaseStream })
  }

  return routeGroup([
    operation({
      method: 'get',
      path: '/runs/{runId}/events',
      operationId: 'resumeRun',
      tags: ['Agent'],
      summary: 'Continue to read a run, in the protocol in which it was started',
      description:
        'Sends the events after `Last-Event-ID` or `after`, or all of them, and then the others as they ' +
        'come. Only the caller who started the run may read it.',
      params: RunParams,
      headers: Resumption,
      query: z.object({
        after: Position.describe('The same as `Last-Event-ID`, which precedes it.'),
      }),
      responses: {
        200: {
          description: 'The events.',
          content: { 'text/event-stream': STREAM, 'application/x-ndjson': STREAM },
        },
        204: { description: 'The run has ended, and there are no more events.' },
      },
      async handle({ params: { runId }, headers, query }, c) {
        const run = await runOf(c, runId)
        return resume(c, run, headers['last-event-id'] || query.after)
      },
    }),
    operation({
      method: 'delete',
      path: '/runs/{runId}',
      operationId: 'stopRun',
      tags: ['Agent'],
      summary: 'Stop a run; one that has ended stays as it is',
      params: RunParams,
      responses: {
        202: { description: 'The process that runs it has been asked to stop it.' },
        204: { description: 'The run has ended.' },
      },
      async handle({ params: { runId } }, c) {
        const hasEnded = await (await runOf(c, runId)).stop()
        return new Response(null, { status: hasEnded ? 204 : 202, headers: c.get('headers') })
      },
    }),
    // Where the AI SDK's chat transport looks for a stream to resume.
    operation({
      method: 'get',
      path: '/api/ui/chat/{chatId}/stream',
      operationId: 'resumeUiChat',
      tags: ['Agent'],
      summary: 'Continue to read the running answer of a chat, from its start',
      params: ChatParams,
      headers: Resumption,
      responses: {
        200: { description: 'The events.', content: { 'text/event-stream': STREAM } },
        204: { description: 'The chat has no running answer.' },
      },
      async handle({ params: { chatId }, headers }, c) {
        const run = await activeRun(c, chatId)
        if (run) return resume(c, run, headers['last-event-id'])
        return new Response(null, { status: 204, headers: c.get('headers') })
      },
    }),
    // The stop endpoint of the AI SDK's guide: in a resumable chat, its `stop()` only disconnects.
    operation({
      method: 'post',
      path: '/api/ui/chat/{chatId}/stop',
      operationId: 'stopUiChat',
      tags: ['Agent'],
      summary: 'Stop the running answer of a chat, if it has one',
      params: ChatParams,
      body: StopRequest,
      isBodyOptional: true,
      data: z.object({ success: z.literal(true) }),
      async handle({ params: { chatId }, body: { activeStreamId } }, c) {
        const run = await activeRun(c, chatId)
        if (run && (activeStreamId ?? run.runId) === run.runId) await run.stop()
        return { success: true as const }
      },
    }),
  ])
}
