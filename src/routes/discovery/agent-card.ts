import { ABOUT } from '../../core/about.ts'
import type { Tool } from '../../tools/tool.ts'
import { A2A_VERSION } from '../../wires/a2a/a2a-request.ts'

interface CardDeps {
  tools: readonly Pick<Tool, 'name' | 'title' | 'description'>[]
  requiresToken: boolean
}

/**
 * The card by which other agents find this one, at the address that they used. Clients of A2A 0.3 read `url`
 * and its neighbours, those of 1.0 `supportedInterfaces`, of which some take the last.
 */
export function agentCard({ tools, requiresToken }: CardDeps, origin: string) {
  const { title: name, version, description } = ABOUT
  return {
    name,
    description,
    version,
    documentationUrl: `${origin}/docs`,
    url: `${origin}/a2a/0.3`,
    preferredTransport: 'JSONRPC',
    protocolVersion: '0.3.0',
    supportedInterfaces: [
      { url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: A2A_VERSION },
    ],
    capabilities: { streaming: true, pushNotifications: false },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/markdown', 'application/json'],
    skills: tools.map(({ name: id, title, description }) => {
      return { id, name: title, description, tags: ['launches'], examples: QUESTIONS[id] ?? [] }
    }),
    ...(requiresToken && SECURITY),
  }
}

const BEARER = { scheme: 'Bearer' }
const API_KEY = { name: 'X-API-Key' }

/** The same for 0.3, which writes it as OpenAPI does, and for 1.0. */
const SECURITY = {
  securitySchemes: {
    bearer: { type: 'http', ...BEARER, httpAuthSecurityScheme: BEARER },
    key: {
      ...{ type: 'apiKey', in: 'header', ...API_KEY },
      apiKeySecurityScheme: { location: 'header', ...API_KEY },
    },
  },
  security: [{ bearer: [] }, { key: [] }],
  securityRequirements: ['bearer', 'key'].map((name) => ({ schemes: { [name]: { list: [] } } })),
}

/** What a user would ask, for each tool. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  getTopProducts: ['What are the best products of all time?', 'Top 5 AI tools'],
  getTopProductsThisWeek: ['What launched in the last 3 days?', 'Top 5 of the past week'],
  getTopProductsByTimeframe: ['Who won yesterday?', 'Top 10 of last month in Tokyo time'],
  searchProducts: ['Find a tool for invoices', 'Search for a password manager'],
  getProduct: ['Tell me about Clapperjack', 'How many votes does Tenantry need for #1?'],
  findLaunches: ['How many launches were there last week?', 'Which launch has the most comments?'],
  getTrendingProducts: ['What is rising right now?'],
  getProductHistory: ['How did the votes of Clapperjack grow?'],
  getBenchmark: ['Are 40 votes after 6 hours good?'],
  triggerConfetti: ['We hit #1!'],
}
