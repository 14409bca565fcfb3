import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { isRecord } from '../core/json.ts'
import { type FrontendTool, type RunInput, UNSEEN } from '../core/run.ts'
import { FrontendTools } from './frontend-tool.ts'

/** The error names the type that was sent. */
const FunctionType = z.literal('function', {
  error: ({ input }) =>
    typeof input === 'string'
      ? `${input} is not supported: every tool must be a function`
      : 'must be function',
})

/**
 * The tools of OpenAI's clients. Here what cannot be read is rejected, as OpenAI does: without the
 * search that was asked for, the answer would be wrong.
 */
export const FunctionTools = z
  .array(z.looseObject({ type: FunctionType }))
  .nullish()
  .transform((tools): unknown => tools ?? [])
  .pipe(FrontendTools)
  .transform(({ read, unread }, context) => {
    for (const issue of unread) context.addIssue({ code: 'custom', ...issue })
    return read
  })
  .meta({
    description: 'Tools that the client runs; their calls are returned to it.',
    type: 'array',
    items: { type: 'object' },
  })

const Mode = z.enum(['none', 'auto', 'required'])
const AllowedMode = z.enum(['auto', 'required'])

/** What a client says of its tools: how the model may use them, and which of them, if not all. */
interface ToolChoice {
  mode: z.infer<typeof Mode>
  names?: string[]
}

export const ANY_TOOL: ToolChoice = { mode: 'auto' }

/** `tool_choice`, where `Named` is how the protocol names a function. */
export function toolChoice<Named extends z.ZodType<{ name: string }>>(named: Named) {
  const allowed = { mode: AllowedMode, tools: z.array(named) }
  return z
    .union(
      [
        Mode.transform((mode): ToolChoice => ({ mode })),
        named.transform(({ name }): ToolChoice => ({ mode: 'required', names: [name] })),
        z.object({ type: z.literal('allowed_tools'), ...allowed }).transform(choiceOf),
        z
          .object({ type: z.literal('allowed_tools'), allowed_tools: z.object(allowed) })
          .transform(({ allowed_tools }) => choiceOf(allowed_tools)),
        z.null(),
      ],
      'must be none, auto, required, one function or allowed_tools',
    )
    .optional()
    .transform((choice): ToolChoice => choice ?? ANY_TOOL)
    .meta({ description: 'Which tools the model may call, or must.' })
}

interface AllowedTools {
  mode: z.infer<typeof AllowedMode>
  tools: readonly { name: string }[]
}

function choiceOf({ mode, tools }: AllowedTools): ToolChoice {
  return { mode, names: tools.map(({ name }) => name) }
}

/**
 * What a run may call. A choice is a fence: what it leaves out is not offered.
 *
 * @throws AppError `invalid-request` if the choice has no such tools
 */
export function offeredTools(
  tools: readonly FrontendTool[],
  { mode, names }: ToolChoice,
): Pick<RunInput, 'frontendTools' | 'requiredTools'> {
  if (names?.some((wanted) => tools.every(({ name }) => name !== wanted))) {
    throw new AppError('invalid-request', 'tool_choice: must name one of the tools.')
  }
  const chosen = tools.filter(({ name }) => names?.includes(name) ?? true)
  if (mode === 'required' && chosen.length === 0) {
    throw new AppError('invalid-request', 'tool_choice: there are no tools to require.')
  }
  return {
    frontendTools: { read: mode === 'none' ? [] : chosen },
    requiredTools: mode === 'required' ? chosen.map(({ name }) => name) : [],
  }
}

/** Parts that the agent reads, or that say nothing beside the text. */
const TEXT_PARTS: ReadonlySet<unknown> = new Set([
  ...['text', 'input_text', 'output_text', 'refusal', 'reasoning_text'],
])

/** The content of a message, with a line for each part that is no text. */
export function withUnseen(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  return content.map((part) => {
    const isPart = isRecord(part) && typeof part.type === 'string'
    return isPart && !TEXT_PARTS.has(part.type) ? { type: 'text', text: UNSEEN } : part
  })
}
