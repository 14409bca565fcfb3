import { ABOUT } from '../../core/about.ts'
import type { Tool } from '../../tools/tool.ts'
import { A2A_VERSION } from '../../wires/a2a-request.ts'

interface CardDeps {
  tools: readonly Pick<Tool, 'name' | 'title' | 'description'>[]
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

/** What a user would ask, for each tool. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  getTopProducts: ['What are the best products of all time?', 'Top 5 AI tools'],
  getTopProductsThisWeek: ['What launched in the last 3 days?', 'Top 5 of the past week'],
  getTopProductsByTimeframe: ['Who won yesterday?', 'Top 10 of last month in Tokyo time'],
  searchProducts: ['Find a tool for invoices', 'Search for a password manager'],
  getProduct: ['Tell me about Clapperjack', 'When did Interpretta launch?'],
  findLaunches: ['How many launches were there last week?', 'Which launch has the most comments?'],
  getTrendingProducts: ['What is rising right now?'],
  getProductHistory: ['How did the votes of Clapperjack grow?'],
  triggerConfetti: ['We hit #1!'],
}

function skill({ name: id, title: name, description }: CardDeps['tools'][number]) {
  return { id, name, description, tags: ['launches'], examples: QUESTIONS[id] ?? [] }
}
