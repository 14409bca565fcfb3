import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import { asSchema } from '@ai-sdk/provider-utils'
import type { Tool } from '../tools/tool.ts'
import type { FrontendTool } from './frontend-tool.ts'

type Offer = Required<Pick<LanguageModelV3CallOptions, 'tools' | 'toolChoice'>>

interface OfferDeps {
  tools: readonly Tool[]
  frontendTools: readonly FrontendTool[]
  /** Names of frontend tools of which the model has to call one. */
  required: readonly string[]
}

/** What a model may call in a run: our tools and the reader's, or those of which it must call one. */
export async function offeredTools({ tools, frontendTools, required }: OfferDeps): Promise<Offer> {
  const theirs = frontendTools.map(({ name, description, parameters: inputSchema }) => {
    return { type: 'function' as const, name, description, inputSchema }
  })
  const must = theirs.filter(({ name }) => required.includes(name))
  const [first] = must
  if (!first) {
    return { tools: [...(await ourTools(tools)), ...theirs], toolChoice: { type: 'auto' } }
  }
  const isOnly = must.length === 1
  return { tools: must, toolChoice: isOnly ? { type: 'tool', toolName: first.name } : REQUIRED }
}

const REQUIRED = { type: 'required' } as const

const known = new WeakMap<readonly Tool[], Promise<LanguageModelV3FunctionTool[]>>()

/** Made once: to write a schema as JSON Schema takes as long as all the rest of a short run. */
function ourTools(tools: readonly Tool[]): Promise<LanguageModelV3FunctionTool[]> {
  const made = known.get(tools) ?? Promise.all(tools.map(functionTool))
  known.set(tools, made)
  return made
}

async function functionTool({ name, description, input }: Tool) {
  const inputSchema = await asSchema(input).jsonSchema
  return { type: 'function' as const, name, description, inputSchema }
}
