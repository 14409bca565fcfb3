import * as z from 'zod'
import type { Ask } from './ask.ts'
import { type CallOptions, checked } from './options.ts'

const PATH = '/v3/ai-agents/tools'

const Name = z
  .string()
  .regex(
    /^[a-zA-Z_$][a-zA-Z0-9_$-]*$/,
    'must be letters, digits, _, $ and -, and begin with none of the digits',
  )

const NewAction = z.strictObject({
  displayName: z.string().min(1),
  executionText: z.string().optional(),
  /** Never changes, and is what the client UI listens for. */
  name: Name,
  description: z.string().min(1),
  /** A JSON Schema of an object. */
  parameters: z.looseObject({ type: z.literal('object') }).optional(),
  /** True for a tool that runs at the agent: the platform has a label for it, no more. */
  doNotExecute: z.boolean().optional(),
})

const ActionChange = NewAction.omit({ name: true })

const Action = z.looseObject({
  name: z.string(),
  displayName: z.string().optional(),
  executionText: z.string().nullish(),
  description: z.string().optional(),
  parameters: z.looseObject({}).nullish(),
  doNotExecute: z.boolean().optional(),
})

/** A frontend action, or the label of a backend tool. */
export type NewAction = z.input<typeof NewAction>
export type ActionChange = z.input<typeof ActionChange>
export type Action = z.output<typeof Action>

const One = z.object({ data: Action })
const Many = z.object({ data: z.array(Action) })
const ListOptions = z.strictObject({ type: z.enum(['action', 'tool']).optional() })

/** `action` leaves out the tools of agents, `tool` the frontend actions. */
export type ListActionsOptions = z.input<typeof ListOptions> & CallOptions

export function actions(ask: Ask) {
  const address = (name: string) => `${PATH}/${encodeURIComponent(name)}`

  return {
    /** Is not made again when its answer is lost, as the name would be taken then. */
    async create(action: NewAction, options: CallOptions = {}): Promise<Action> {
      const body = checked(NewAction, action)
      const question = { ...options, method: 'POST', path: PATH, body, repeatable: false } as const
      return (await ask({ ...question, schema: One })).data
    },

    async list({ type, ...options }: ListActionsOptions = {}): Promise<Action[]> {
      const query = checked(ListOptions, { type })
      const question = { ...options, method: 'GET', path: PATH, query, repeatable: true } as const
      return (await ask({ ...question, schema: Many })).data
    },

    async get(name: string, options: CallOptions = {}): Promise<Action> {
      const question = { ...options, method: 'GET', path: address(name) } as const
      return (await ask({ ...question, schema: One, repeatable: true })).data
    },

    /** Replaces all of an action but its name. */
    async change(name: string, change: ActionChange, options: CallOptions = {}): Promise<Action> {
      const body = { name, ...checked(ActionChange, change) }
      const question = { ...options, method: 'PUT', path: address(name), body } as const
      return (await ask({ ...question, schema: One, repeatable: true })).data
    },

    async delete(name: string, options: CallOptions = {}): Promise<void> {
      const question = { ...options, method: 'DELETE', path: address(name) } as const
      await ask({ ...question, schema: z.unknown(), repeatable: true })
    },
  }
}
