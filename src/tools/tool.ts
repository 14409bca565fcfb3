import type * as z from 'zod'
import type { History } from '../history/history.ts'
import type { ReadRising } from '../history/read-rising.ts'
import type { Cancellable, ProductSource, SearchIndex } from '../sources/source.ts'

/** What tools answer from. Each takes the parts that it needs. */
export interface ToolDeps {
  ranking: ProductSource
  search: SearchIndex
  history: History
  readRising: ReadRising
  now(): Date
  defaultTimezone: string
  /** The zone of launch days. */
  launchTimezone: string
}

/**
 * One thing that an agent can do, declared once: the model, the HTTP routes and every protocol with
 * tools use this declaration. `input` fills in defaults, so `run` gets every field.
 */
export interface Tool<Input extends z.ZodType = z.ZodType, Output extends ObjectType = ObjectType> {
  readonly name: string
  readonly title: string
  /** The text that a chat shows while it runs. */
  readonly executionText: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Whether its result depends on its input only, without any source. */
  readonly isSelfContained?: boolean
  run(input: z.output<Input>, caller?: Cancellable): Promise<z.output<Output>>
}

/** Checks `run` against the two schemas, and returns a tool that fits into a list of any tools. */
export function defineTool<Input extends z.ZodType, Output extends ObjectType>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool
}

type ObjectType = z.ZodType<Record<string, unknown>>
