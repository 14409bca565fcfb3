import type { Action } from '../../api/answers.ts'
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
      ? await send('POST', PATH, { ...details, name })
      : await send('PUT', `${PATH}/${encodeURIComponent(registered)}`, details)
  return { displayName: data.displayName, warnings: meta.warnings }
}

function send(method: 'POST' | 'PUT', path: string, body: unknown) {
  return platform.value.request<Saved>(path, { method, body })
}
