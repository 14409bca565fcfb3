import * as z from 'zod'
import type { Access } from '../access/access.ts'
import { type Operation, operation } from '../http/operation.ts'
import { originOf } from '../http/origin.ts'
import { reply } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { agentCard } from '../protocols/agent-card.ts'
import { aiCatalog, CATALOG_TYPE, SERVER_CARD_TYPE, serverCard } from '../protocols/ai-catalog.ts'
import type { Tool } from '../tools/tool.ts'

const AGENT_CARD = '/.well-known/agent-card.json'
const AI_CATALOG = '/.well-known/ai-catalog.json'
const SERVER_CARD = '/mcp/server-card'
export const DISCOVERY_PATHS = [AGENT_CARD, AI_CATALOG, SERVER_CARD]

const CACHED = { 'cache-control': 'public, max-age=3600' }

const Card = z.looseObject({ name: z.string() }).meta({ id: 'Card' })
const Catalog = z
  .looseObject({ specVersion: z.string(), entries: z.array(z.looseObject({})) })
  .meta({ id: 'AiCatalog' })

interface DiscoveryDeps {
  tools: readonly Tool[]
  access?: Access | undefined
}

/** What agents find without being told of it. Public, like the addresses in it. */
export function discovery({ tools, access }: DiscoveryDeps): RouteGroup {
  const requiresToken = access?.requiresToken ?? false
  return routeGroup([
    document({
      path: AGENT_CARD,
      operationId: 'getAgentCard',
      summary: 'The card of the agent, for other agents (A2A 1.0)',
      data: Card,
      write: (origin) => agentCard({ tools, requiresToken }, origin),
    }),
    document({
      path: SERVER_CARD,
      operationId: 'getMcpServerCard',
      summary: 'The card of the MCP server',
      data: Card,
      type: SERVER_CARD_TYPE,
      write: serverCard,
    }),
    document({
      path: AI_CATALOG,
      operationId: 'getAiCatalog',
      summary: 'Where the cards of this service are',
      data: Catalog,
      type: CATALOG_TYPE,
      write: aiCatalog,
    }),
  ])
}

interface Document {
  path: Operation['path']
  operationId: string
  summary: string
  data: z.ZodType
  type?: string
  /** Its content at the address that the caller used. */
  write(origin: string): object
}

function document({ path, operationId, summary, data, type, write }: Document): Operation {
  const content = { [type ?? 'application/json']: { schema: data } }
  return operation({
    method: 'get',
    path,
    operationId,
    tags: ['Agent'],
    summary,
    responses: { 200: { description: 'The answer.', content } },
    handle(_input, c) {
      const headers = { ...CACHED, ...(type && { 'content-type': type }) }
      return reply(c, write(originOf(c)), 200, headers)
    },
  })
}
