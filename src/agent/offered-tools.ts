import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import { asSchema } from '@ai-sdk/provider-utils'
import type { Tool } from '../tools/tool.ts'
import type { FrontendTool } from './frontend-tool.ts'

type Offer = Required<Pick<LanguageModelV3CallOptions, 'tools' | 'toolChoice'>>

interface OfferDeps {
  tools: readonly Tool[]
  frontendTools: readonly FrontendTool[]
  /** Names of frontend tools. The model must call one of them. */
  required: readonly string[]
}

/** The tools that the model may call: all of them, or only the required ones if there are any. */
export async function offeredTools({ tools, frontendTools, required }: OfferDeps): Promise<Offer> {
  const ofClient = frontendTools.map(({ name, description, parameters: inputSchema }) => {
    return { type: 'function' as const, name, description, inputSchema }
  })
  const [first, ...others] = ofClient.filter(({ name }) => required.includes(name))
  if (!first) {
    return { tools: [...(await builtInTools(tools)), ...ofClient], toolChoice: { type: 'auto' } }
  }
  if (others.length > 0) return { tools: [first, ...others], toolChoice: { type: 'required' } }
  return { tools: [first], toolChoice: { type: 'tool', toolName: first.name } }
}

const cached = new WeakMap<readonly Tool[], Promise<LanguageModelV3FunctionTool[]>>()

/** Cached, because converting the schemas takes as long as the rest of a short run. */
function builtInTools(tools: readonly Tool[]): Promise<LanguageModelV3FunctionTool[]> {
  const converted = cached.get(tools) ?? Promise.all(tools.map(functionTool))
  cached.set(tools, converted)
  return converted
}

async function functionTool({ name, description, input }: Tool) {
  const inputSchema = await asSchema(input).jsonSchema
  return { type: 'function' as const, name, description, inputSchema }
}
