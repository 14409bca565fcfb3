import { type Api, dataOf } from './api.ts'
import { type ListOptions, onePage } from './pages.ts'
import type { Action, ActionChange, NewAction } from './platform-types.ts'
import type { CallOptions } from './send.ts'

/** `type` selects frontend actions (`action`) or labels of tools (`tool`). */
export interface ListActionsOptions extends ListOptions {
  type?: 'action' | 'tool'
}

const ACTIONS = '/v3/ai-agents/tools'

export function actions(api: Api) {
  return {
    /** Not retried when the response is lost, as the name would be in use. */
    create: (body: NewAction, options?: CallOptions): Promise<Action> =>
      dataOf(api.POST(ACTIONS, { body, ...api.with({}, options) })),

    /** One page of actions, by name: by default the first 100. */
    list: (options: ListActionsOptions = {}): Promise<Action[]> =>
      onePage(options, (query, call) => api.GET(ACTIONS, api.with({ query }, call))),

    get: (name: string, options?: CallOptions): Promise<Action> =>
      dataOf(api.GET(`${ACTIONS}/{name}`, api.with({ path: { name } }, options))),

    /** Replaces an action, except for its name. */
    change(name: string, change: ActionChange, options?: CallOptions): Promise<Action> {
      const sent = api.with({ path: { name } }, options)
      return dataOf(api.PUT(`${ACTIONS}/{name}`, { body: { name, ...change }, ...sent }))
    },

    async delete(name: string, options?: CallOptions): Promise<void> {
      await api.DELETE(`${ACTIONS}/{name}`, api.with({ path: { name } }, options))
    },
  }
}
