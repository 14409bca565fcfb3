import { ABOUT } from '../core/about.ts'
import type { Tool } from '../tools/tool.ts'
import { A2A_VERSION } from './a2a-request.ts'

interface CardDeps {
  tools: readonly Pick<Tool, 'name' | 'title'>[]
  requiresToken: boolean
}

/** What an agent that has not called yet learns of this one. The address is the one it came by. */
export function agentCard({ tools, requiresToken }: CardDeps, origin: string) {
  const { title: name, version, description } = ABOUT
  return {
    name,
    description,
    version,
    documentationUrl: `${origin}/docs`,
    supportedInterfaces: [
      { url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: A2A_VERSION },
    ],
    capabilities: { streaming: true, pushNotifications: false },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/markdown', 'application/json'],
    skills: tools.map(skill),
    ...(requiresToken && SECURITY),
  }
}

const SECURITY = {
  securitySchemes: {
    bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
    key: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } },
  },
  securityRequirements: ['bearer', 'key'].map((name) => ({ schemes: { [name]: { list: [] } } })),
}

interface Skill {
  description: string
  tags: string[]
  examples: string[]
}

/** What the tools do, in the words of those who would ask for it. */
const SKILLS: Readonly<Record<string, Skill>> = {
  getTopProducts: {
    description: 'Ranks the launches of all time by votes, or those of a topic.',
    tags: ['ranking', 'products'],
    examples: ['What are the best products of all time?', 'Top 5 AI tools'],
  },
  getTopProductsThisWeek: {
    description: 'Ranks the launches of the last days, counted back from now.',
    tags: ['ranking', 'recent'],
    examples: ['What launched in the last 3 days?', 'Top 5 of the past week'],
  },
  getTopProductsByTimeframe: {
    description:
      'Ranks the launches of a calendar day, week, month, year or range, in any time zone.',
    tags: ['ranking', 'timeframe'],
    examples: ['Who won yesterday?', 'Top 10 of last month in Tokyo time'],
  },
  searchProducts: {
    description: 'Finds launches about a topic or with a name.',
    tags: ['search', 'products'],
    examples: ['Find a tool for invoices', 'Search for a password manager'],
  },
  getTrendingProducts: {
    description: 'Tells which launches gain votes faster than their age and chance explain.',
    tags: ['trending', 'votes'],
    examples: ['What is rising right now?'],
  },
  getProductHistory: {
    description: 'Tells the votes of a product over time.',
    tags: ['history', 'votes'],
    examples: ['How did the votes of Clapperjack grow?'],
  },
  triggerConfetti: {
    description: 'Orders confetti for a client that can throw it.',
    tags: ['celebration'],
    examples: ['We hit #1!'],
  },
}

function skill({ name: id, title: name }: CardDeps['tools'][number]) {
  return { id, name, ...(SKILLS[id] ?? { description: name, tags: [], examples: [] }) }
}
