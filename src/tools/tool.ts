import type * as z from 'zod'
import type { Caller } from '../sources/source.ts'

/**
 * One thing an agent can do, described once: the model, the HTTP routes and every protocol that
 * offers tools are made from it. `input` fills in defaults, so `run` gets every field.
 */
export interface Tool<Input extends z.ZodType = z.ZodType, Output extends ObjectType = ObjectType> {
  readonly name: string
  readonly title: string
  /** What a chat shows while it runs. */
  readonly executionText: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Whether it makes its result of its input alone, and asks no source. */
  readonly isSelfContained?: boolean
  run(input: z.output<Input>, caller?: Caller): Promise<z.output<Output>>
}

/** Holds `run` to the types of the two schemas, then lets the tool join a list of any tools. */
export function defineTool<Input extends z.ZodType, Output extends ObjectType>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool
}

type ObjectType = z.ZodType<Record<string, unknown>>
