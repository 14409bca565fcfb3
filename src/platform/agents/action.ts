import * as z from 'zod'
import type { actions } from '../../storage/schema.ts'
import { Name, shown, Text } from '../field.ts'
import { Parameters } from './parameters.ts'

/** The name by which the agent calls an action and the client handles it. */
export const ActionName = z
  .string()
  .max(128)
  .regex(
    /^[a-zA-Z_$][a-zA-Z0-9_$-]*$/,
    'must start with a letter, `_` or `$`, and only contain letters, digits, `_`, `$` and `-`',
  )

const NO_PARAMETERS = { type: 'object', properties: {}, required: [] }

const Fields = z.object({
  displayName: Name.describe('Shown to users.'),
  executionText: Text.max(500).nullish().describe('Shown to users while the action runs.'),
  description: Text.max(4000)
    .nullish()
    .describe('What it does and when to use it. Required for an action.'),
  parameters: Parameters.prefault(NO_PARAMETERS),
  doNotExecute: z
    .boolean()
    .default(false)
    .describe(
      'True: the label of a tool that the agent runs itself (type `tool`). ' +
        'False: an action that the client runs (type `action`).',
    ),
})

const NEEDS_DESCRIPTION = {
  path: ['description'],
  error: 'is required for an action: the agent uses it to decide when to call the action',
}

const isDescribed = ({ doNotExecute, description }: z.output<typeof Fields>) =>
  doNotExecute || Boolean(description?.trim())

/** A frontend action or the label of a tool, to register. */
export const ActionDetails = Fields.extend({ name: ActionName }).refine(
  isDescribed,
  NEEDS_DESCRIPTION,
)

/** The replacement for one. The name cannot be changed. */
export const ActionChange = Fields.extend({ name: ActionName.optional() }).refine(
  isDescribed,
  NEEDS_DESCRIPTION,
)

export type ActionRow = typeof actions.$inferSelect

export const ActionType = z.enum(['action', 'tool'])
export type ActionType = z.output<typeof ActionType>

/** An action as the API returns it. */
export const Action = z
  .object({
    name: z.string(),
    displayName: z.string(),
    executionText: z.string().optional(),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()),
    doNotExecute: z.boolean(),
    type: ActionType,
    createdAt: z.int(),
    updatedAt: z.int(),
  })
  .meta({ id: 'PlatformAction' })

export const ActionMeta = z.object({
  warnings: z.array(z.string()).describe('What would help the agent and is missing.'),
})

export function toAction(row: ActionRow): z.output<typeof Action> {
  return shown(Action, { ...row, type: typeOf(row) })
}

export function typeOf({ doNotExecute }: Pick<ActionRow, 'doNotExecute'>): ActionType {
  return doNotExecute ? 'tool' : 'action'
}
