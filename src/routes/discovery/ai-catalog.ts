import { ABOUT } from '../../core/about.ts'
import { MCP_VERSIONS } from '../mcp/answer.ts'

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'
export const CATALOG_TYPE = 'application/ai-catalog+json'

const REPRESENTATIVE_QUERIES = [
  'What launched today?',
  'What are the top 5 AI launches of last week?',
  'Find launches about password managers.',
]

/** The MCP server for clients that look for one (SEP-2127). */
export function serverCard(origin: string) {
  const { name, title, version, description } = ABOUT
  const reverseHost = new URL(origin).hostname.split('.').reverse().join('.')
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reverseHost}/${name}`,
    title,
    version,
    description,
    websiteUrl: origin,
    remotes: [
      {
        type: 'streamable-http',
        url: `${origin}/mcp`,
        supportedProtocolVersions: MCP_VERSIONS,
      },
    ],
  }
}

/** Where the cards of this host are. */
export function aiCatalog(origin: string) {
  const identify = (kind: string) => `urn:air:${new URL(origin).hostname}:${kind}:${ABOUT.name}`
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: identify('mcp'),
        displayName: `${ABOUT.title} MCP server`,
        representativeQueries: REPRESENTATIVE_QUERIES,
        type: SERVER_CARD_TYPE,
        url: `${origin}/mcp/server-card`,
      },
      {
        identifier: identify('a2a'),
        displayName: `${ABOUT.title} agent`,
        representativeQueries: REPRESENTATIVE_QUERIES,
        type: 'application/a2a-agent-card+json',
        url: `${origin}/.well-known/agent-card.json`,
      },
    ],
  }
}
