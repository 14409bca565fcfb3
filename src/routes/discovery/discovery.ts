import * as z from 'zod'
import type { Access } from '../../access/access.ts'
import { type HttpOperation, operation } from '../../http/operation.ts'
import { originOf } from '../../http/origin.ts'
import { replyJson } from '../../http/reply.ts'
import { type RouteGroup, routeGroup } from '../../http/route-group.ts'
import type { Tool } from '../../tools/tool.ts'
import { agentCard } from './agent-card.ts'
import { aiCatalog, CATALOG_TYPE, SERVER_CARD_TYPE, serverCard } from './ai-catalog.ts'

const AGENT_CARD = '/.well-known/agent-card.json'
const AI_CATALOG = '/.well-known/ai-catalog.json'
const SERVER_CARD = '/mcp/server-card'
export const DISCOVERY_PATHS = [AGENT_CARD, AI_CATALOG, SERVER_CARD]

const JSON_TYPE = 'application/json'
const CACHED = { 'cache-control': 'public, max-age=3600' }

const Document = z.looseObject({}).meta({ id: 'Card' })

interface DiscoveryDeps {
  tools: readonly Tool[]
  access?: Access | undefined
}

/** What agents find without being told of it. Public, like the addresses in it. */
export function discovery({ tools, access }: DiscoveryDeps): RouteGroup {
  const card = { tools, requiresToken: access?.requiresToken ?? false }
  return routeGroup([
    document(AGENT_CARD, 'getAgentCard', JSON_TYPE, (origin) => agentCard(card, origin)),
    document(SERVER_CARD, 'getMcpServerCard', SERVER_CARD_TYPE, serverCard),
    document(AI_CATALOG, 'getAiCatalog', CATALOG_TYPE, aiCatalog),
  ])
}

const SUMMARIES = {
  getAgentCard: 'The card of the agent, for other agents (A2A)',
  getMcpServerCard: 'The card of the MCP server',
  getAiCatalog: 'Where the cards of this service are',
}

/** A document at a path, as it is at the address that the caller used. */
function document(
  path: HttpOperation['path'],
  operationId: keyof typeof SUMMARIES,
  type: string,
  write: (origin: string) => object,
): HttpOperation {
  const content = { [type]: { schema: Document } }
  return operation({
    method: 'get',
    path,
    operationId,
    tags: ['Agent'],
    summary: SUMMARIES[operationId],
    responses: { 200: { description: 'The answer.', content } },
    handle(_input, c) {
      const body = write(originOf(c))
      return replyJson(c, body, 200, { 'content-type': type, ...(c.get('publicUrl') && CACHED) })
    },
  })
}
