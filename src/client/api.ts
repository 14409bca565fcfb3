import createClient, { defaultPathSerializer } from 'openapi-fetch'
import type { paths } from '../../dist/openapi.d.ts'
import { isRecord } from '../core/json.ts'
import { invalidInput, unreadable } from './client-error.ts'
import { type Call, type SendConfig, send } from './send.ts'

export type Api = ReturnType<typeof createApi>

/** The operations of the platform by their paths, as its OpenAPI document describes them. */
export function createApi({ baseUrl, ...config }: SendConfig & { baseUrl: string }) {
  return {
    ...createClient<paths, 'application/json'>({ baseUrl, pathSerializer }),
    /** The parameters of an operation, and how it is sent. */
    with: <Params extends object>(params: Params, call: Call = {}) => ({
      params,
      fetch: (request: Request) => send(request, call, config),
    }),
    config,
  }
}

function pathSerializer(path: string, ids: Record<string, unknown>): string {
  for (const [name, id] of Object.entries(ids)) {
    // A URL would leave the id out, or take another path for it.
    if (/^\.{0,2}$/.test(String(id))) throw invalidInput(name, 'must not be empty, `.` or `..`')
  }
  return defaultPathSerializer(path, ids)
}

/** What openapi-fetch resolves with. */
export type Answer<Json> = Promise<{ data?: Json }>

/** `data` of the answer of an operation. */
export async function dataOf<Data>(answer: Answer<{ data: Data }>): Promise<Data> {
  const { data: json } = await answer
  if (!isRecord(json) || json.data === undefined) throw unreadable(undefined, 'has no data')
  return json.data
}
