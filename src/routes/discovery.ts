import type { Context } from 'hono'
import * as z from 'zod'
import type { Access } from '../access/access.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { originOf } from '../http/origin.ts'
import { reply } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { agentCard } from '../protocols/agent-card.ts'
import type { Tool } from '../tools/tool.ts'

export const DISCOVERY_PATHS = ['/.well-known/agent-card.json']

const CACHED = { 'cache-control': 'public, max-age=3600' }

interface DiscoveryDeps {
  tools: readonly Tool[]
  access?: Access | undefined
}

/** What agents find without being told of it. Public, like the addresses themselves. */
export function discovery({ tools, access }: DiscoveryDeps): RouteGroup {
  const requiresToken = access?.requiresToken ?? false
  const cached = (c: Context<Env>, body: object, type: string) =>
    reply(c, body, 200, { ...CACHED, 'content-type': type })

  return routeGroup([
    operation({
      method: 'get',
      path: '/.well-known/agent-card.json',
      operationId: 'getAgentCard',
      tags: ['Agent'],
      summary: 'The card of the agent, for other agents (A2A 1.0)',
      data: z.looseObject({ name: z.string() }).meta({ id: 'AgentCard' }),
      handle: (_input, c) =>
        cached(c, agentCard({ tools, requiresToken }, originOf(c)), 'application/json'),
    }),
  ])
}
