import type { Action } from '../../api/answers.ts'
import { RequestError } from '../../api/request-error.ts'
import { platform } from '../platform-client.ts'
import type { detailsOf } from './action-draft.ts'

const PATH = '/v3/ai-agents/tools'

interface Saved {
  data: Action
  meta: { warnings: string[] }
}

/**
 * Registers an action, or describes one anew. Not by the typed client, which checks less of the
 * parameters than the service does, and leaves out the service's warnings.
 *
 * @param registered The name under which it is registered already.
 */
export async function saveAction(
  registered: string | undefined,
  name: string,
  details: ReturnType<typeof detailsOf>,
): Promise<{ displayName: string; warnings: string[] }> {
  const { data, meta } =
    registered === undefined
      ? await send('POST', PATH, { ...details, name }).catch(atName)
      : await send('PUT', `${PATH}/${encodeURIComponent(registered)}`, details)
  return { displayName: data.displayName, warnings: meta.warnings }
}

/** A name that is taken is said at its field, as whatever else is wrong with it. */
function atName(error: unknown): never {
  if (!isTaken(error)) throw error
  const { message, code, status = 0 } = error
  const details = { name: 'This name is taken.' }
  throw new RequestError(message, { status, details, ...(code && { code }), cause: error })
}

export function isTaken(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === 'ERR_TOOL_ALREADY_EXISTS'
}

function send(method: 'POST' | 'PUT', path: string, body: unknown) {
  return platform.value.request<Saved>(path, { method, body })
}
