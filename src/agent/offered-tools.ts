import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import * as z from 'zod'
import type { Tool } from '../tools/tool.ts'
import type { Run } from './run.ts'

type Offer = Required<Pick<LanguageModelV3CallOptions, 'tools' | 'toolChoice'>>

/** The tools that the model may call: all of them, or only the required ones if there are any. */
export function offeredTools(
  { tools, frontendTools }: Run,
  required: readonly string[] = [],
): Offer {
  const ofClient = frontendTools.map(({ name, description, parameters: inputSchema }) => {
    return { type: 'function' as const, name, description, inputSchema }
  })
  const [first, ...others] = ofClient.filter(({ name }) => required.includes(name))
  if (!first) return { tools: [...builtInTools(tools), ...ofClient], toolChoice: { type: 'auto' } }
  if (others.length > 0) return { tools: [first, ...others], toolChoice: { type: 'required' } }
  return { tools: [first], toolChoice: { type: 'tool', toolName: first.name } }
}

const converted = new WeakMap<readonly Tool[], LanguageModelV3FunctionTool[]>()

/** Converted once, because the schemas take as long as the rest of a short run. */
function builtInTools(tools: readonly Tool[]): LanguageModelV3FunctionTool[] {
  const functionTools = converted.get(tools) ?? tools.map(functionTool)
  converted.set(tools, functionTools)
  return functionTools
}

function functionTool({ name, description, input }: Tool): LanguageModelV3FunctionTool {
  // Some hosts reject the field `$schema`.
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input', target: 'draft-7' })
  return { type: 'function', name, description, inputSchema }
}
