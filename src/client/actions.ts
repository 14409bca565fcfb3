import { type CallOptions, checked } from './options.ts'
import type { ListOptions } from './pages.ts'
import type { Action, ActionChange } from './platform-types.ts'
import {
  anything,
  dataOf,
  filledText,
  flag,
  list,
  loose,
  nullish,
  oneOf,
  optional,
  record,
  refined,
  type Schema,
  strict,
  text,
  valid,
} from './schema.ts'
import type { Send } from './send.ts'

/** A frontend action, or the label of a tool, to register. */
export interface NewAction extends ActionChange {
  /** Cannot be changed. The client handles calls by it. */
  name: string
}

/** `type` selects frontend actions (`action`) or labels of tools (`tool`). */
export interface ListActionsOptions extends ListOptions {
  type?: 'action' | 'tool' | undefined
}

type Parameters = NonNullable<ActionChange['parameters']>

const Name = refined(
  text,
  valid(
    (name) => /^[a-zA-Z_$][a-zA-Z0-9_$-]*$/.test(String(name)),
    'must start with a letter, _ or $, and only contain letters, digits, _, $ and -',
  ),
)

const change = {
  displayName: filledText,
  executionText: optional(text),
  description: filledText,
  parameters: optional(loose<Parameters>({ type: oneOf(['object']) })),
  doNotExecute: optional(flag),
}

const NewActionSchema = strict<NewAction>({ ...change, name: Name })
const ActionChangeSchema = strict<ActionChange>(change)

const ActionSchema: Schema<Action> = loose<Action>({
  name: text,
  displayName: optional(text),
  executionText: nullish(text),
  description: optional(text),
  parameters: nullish(record),
  doNotExecute: optional(flag),
})

const PATH = '/v3/ai-agents/tools'
const One = dataOf(ActionSchema)
const Query = strict<Pick<ListActionsOptions, 'type'>>({
  type: optional(oneOf(['action', 'tool'])),
})

export function actions(send: Send) {
  const actionPath = (name: string) => `${PATH}/${encodeURIComponent(name)}`

  return {
    /** Not retried when the response is lost, as the name would be in use. */
    async create(action: NewAction, options: CallOptions = {}): Promise<Action> {
      const body = checked(NewActionSchema, action)
      return (await send({ ...options, method: 'POST', path: PATH, body, answer: One })).data
    },

    /** One page of actions, by name: by default the first 100. */
    async list({ type, page, perPage, ...options }: ListActionsOptions = {}): Promise<Action[]> {
      const query = { ...checked(Query, { type }), page, perPage }
      const answer = dataOf(list(ActionSchema))
      return (await send({ ...options, method: 'GET', path: PATH, query, answer })).data
    },

    async get(name: string, options: CallOptions = {}): Promise<Action> {
      return (await send({ ...options, method: 'GET', path: actionPath(name), answer: One })).data
    },

    /** Replaces an action, except for its name. */
    async change(name: string, change: ActionChange, options: CallOptions = {}): Promise<Action> {
      const body = { name, ...checked(ActionChangeSchema, change) }
      const path = actionPath(name)
      return (await send({ ...options, method: 'PUT', path, body, answer: One })).data
    },

    async delete(name: string, options: CallOptions = {}): Promise<void> {
      await send({ ...options, method: 'DELETE', path: actionPath(name), answer: anything })
    },
  }
}
