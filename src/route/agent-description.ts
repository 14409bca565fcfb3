import * as z from 'zod'
import { ABOUT } from '../about.ts'
import type { AgentDeps } from '../agent/run-agent.ts'
import type { Tool } from '../tool/tool.ts'

export const AGENT_ID = 'ranking'

const ToolDescription = z.object({
  id: z.string(),
  description: z.string(),
  inputSchema: z.string().describe('A JSON Schema, written as superjson: `{"json": …}`.'),
  outputSchema: z.string(),
})

/** An agent as Mastra's client describes one. What ours does not have is empty. */
export const AgentDescription = z
  .looseObject({
    id: z.literal(AGENT_ID),
    name: z.string(),
    description: z.string(),
    provider: z.string().describe('Of the language model.'),
    modelId: z.string(),
    tools: z.record(z.string(), ToolDescription),
  })
  .meta({ id: 'AgentDescription' })

const EMPTY = {
  agents: {},
  workflows: {},
  skills: [],
  workspaceTools: [],
  browserTools: [],
  hasBrowser: false,
  inputProcessors: [],
  outputProcessors: [],
  supportsMemory: false,
}

export function describeAgent({ model, tools }: Pick<AgentDeps, 'model' | 'tools'>) {
  return {
    id: AGENT_ID,
    name: ABOUT.title,
    description: ABOUT.description,
    provider: model.provider,
    modelId: model.modelId,
    tools: Object.fromEntries(tools.map((tool) => [tool.name, describeTool(tool)])),
    ...EMPTY,
  }
}

function describeTool({ name, description, input, output }: Tool) {
  return {
    id: name,
    description,
    inputSchema: superjson(z.toJSONSchema(input, { io: 'input' })),
    outputSchema: superjson(z.toJSONSchema(output, { io: 'output' })),
  }
}

function superjson(json: unknown) {
  return JSON.stringify({ json })
}
