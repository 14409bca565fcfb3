import { request } from '../../api/request.ts'
import { RequestError } from '../../api/request-error.ts'
import type { Action } from '../../api/response-types.ts'
import { platform } from '../platform-client.ts'

const PATH = '/v3/ai-agents/tools'

type Own = Pick<Action, 'name'> & Partial<Action>

interface Saved {
  data: Action
  meta: { warnings: string[] }
}

export async function loadAction(name: string, signal: AbortSignal): Promise<Action> {
  const path = `${PATH}/${encodeURIComponent(name)}`
  return (await platform.value.request<{ data: Action }>(path, { signal })).data
}

/**
 * Registers an action, or updates it if `registered` is its current name. Does not use the typed
 * client, which validates less of the parameters and omits the warnings.
 */
export async function saveAction(
  registered: string | undefined,
  name: string,
  details: object,
): Promise<{ displayName: string; warnings: string[] }> {
  const { data, meta } =
    registered === undefined
      ? await send('POST', PATH, { ...details, name }).catch(atName)
      : await send('PUT', `${PATH}/${encodeURIComponent(registered)}`, details)
  return { displayName: data.displayName, warnings: meta.warnings }
}

/** Reports a name that is taken as an error of its field. */
function atName(error: unknown): never {
  if (!isTaken(error)) throw error
  const details = { name: 'This name is taken.' }
  throw new RequestError(error.message, { code: TAKEN, details, cause: error })
}

const TAKEN = 'ERR_TOOL_ALREADY_EXISTS'

/** Registers the actions of this service's own agent, or updates them. Returns how many they are. */
export async function importOwnActions(): Promise<number> {
  const { actions, tools } = await request<{ actions: Own[]; tools: Own[] }>('/agent/actions')
  const found = [...actions, ...tools]
  for (const { name, displayName, executionText, description, parameters, doNotExecute } of found) {
    const details = { displayName, executionText, description, parameters, doNotExecute }
    try {
      await saveAction(undefined, name, details)
    } catch (error) {
      if (!isTaken(error)) throw error
      await saveAction(name, name, details)
    }
  }
  return found.length
}

function isTaken(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === TAKEN
}

function send(method: 'POST' | 'PUT', path: string, body: unknown) {
  return platform.value.request<Saved>(path, { method, body })
}
