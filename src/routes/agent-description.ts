import * as z from 'zod'
import type { AgentDeps } from '../agent/run-agent.ts'
import { ABOUT } from '../core/about.ts'
import type { Tool } from '../tools/tool.ts'

export const AGENT_ID = 'ranking'

const ToolDescription = z.object({
  id: z.string(),
  description: z.string(),
  inputSchema: z.string().describe('A JSON Schema, written as superjson: `{"json": …}`.'),
  outputSchema: z.string(),
})

/** An agent in the form of Mastra's client. Fields of features that ours lacks are empty. */
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

export function describeAgent({
  model,
  tools,
}: Pick<AgentDeps, 'model' | 'tools'>): z.output<typeof AgentDescription> {
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
