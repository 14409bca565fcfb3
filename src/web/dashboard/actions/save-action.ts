import { request } from '../../api/request.ts'
import { RequestError } from '../../api/request-error.ts'
import type { Action } from '../../api/response-types.ts'
import { platform } from '../platform-client.ts'

const PATH = '/v3/ai-agents/tools'
const TAKEN = 'ERR_TOOL_ALREADY_EXISTS'

interface Saved {
  data: Action
  meta: { warnings: string[] }
}

export async function loadAction(name: string, signal: AbortSignal): Promise<Action> {
  return (await platform.value.request<{ data: Action }>(pathOf(name), { signal })).data
}

/**
 * Registers an action, or updates it if `registered` is its current name. Does not use the typed
 * client, which validates less of the parameters and omits the warnings.
 */
export async function saveAction(
  registered: string | undefined,
  body: Record<string, unknown>,
): Promise<{ displayName: string; warnings: string[] }> {
  const { data, meta } =
    registered === undefined ? await create(body).catch(atName) : await update(registered, body)
  return { displayName: data.displayName, warnings: meta.warnings }
}

/** Reports a name that is taken as an error of its field. */
function atName(error: unknown): never {
  if (!isTaken(error)) throw error
  const details = { name: 'This name is taken.' }
  throw new RequestError(error.message, { code: TAKEN, details, cause: error })
}

/** Registers the actions of this service's own agent, or updates them. Returns how many they are. */
export async function importOwnActions(): Promise<number> {
  const { actions, tools } = await request<Record<'actions' | 'tools', Action[]>>('/agent/actions')
  const found = [...actions, ...tools]
  for (const { name, displayName, executionText, description, parameters, doNotExecute } of found) {
    const body = { name, displayName, executionText, description, parameters, doNotExecute }
    await create(body).catch((error: unknown) => {
      if (!isTaken(error)) throw error
      return update(name, body)
    })
  }
  return found.length
}

function create(body: object) {
  return platform.value.request<Saved>(PATH, { method: 'POST', body })
}

function update(registered: string, { name: _fixed, ...body }: Record<string, unknown>) {
  return platform.value.request<Saved>(pathOf(registered), { method: 'PUT', body })
}

function isTaken(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === TAKEN
}

function pathOf(name: string) {
  return `${PATH}/${encodeURIComponent(name)}`
}
