import { asRecord } from '../../../core/json.ts'
import type { Agent } from '../../api/response-types.ts'

/** What stands in the form for a stored value, as the service shows it. */
const MASK = '•••'

/** The body of the form: a header that still shows its mask is kept, one whose line is gone is removed. */
export function withHeaderChanges(body: Record<string, unknown>, agent: Agent | undefined) {
  const meta = asRecord(body.integrationMeta)
  const given = Object.entries(asRecord(meta.headers))
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  const stored = Object.keys(agent?.integrationMeta.headers ?? {})
  const removed = stored.filter((name) => !names.has(name)).map((name) => [name, null])
  const sent = given.filter(([, value]) => value !== MASK)
  const headers = Object.fromEntries([...removed, ...sent])
  return { ...body, integrationMeta: { ...meta, headers } }
}
