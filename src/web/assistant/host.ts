import { asRecord } from '../../core/json.ts'

type Fields = Record<string, unknown>

const METHOD_NOT_FOUND = -32601
/** What a host may ask of a page, which has nothing to say to it. */
const ACKNOWLEDGED: ReadonlySet<unknown> = new Set(['ping', 'ui/resource-teardown'])

/**
 * The assistant that shows this page: JSON-RPC over messages, by MCP Apps
 * (https://modelcontextprotocol.io/extensions/apps, 2026-01-26).
 */
export function connectHost(onNotification: (method: string, params: Fields) => void) {
  const waiting = new Map<unknown, (answer: Fields) => void>()
  let count = 0

  const send = (message: object) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return
    const message = asRecord(data)
    const { id, method, params } = message
    if (typeof method !== 'string') waiting.get(id)?.(message)
    else if (id === undefined) onNotification(method, asRecord(params))
    else if (ACKNOWLEDGED.has(method)) send({ id, result: {} })
    else send({ id, error: { code: METHOD_NOT_FOUND, message: `${method} is not supported` } })
  })

  return {
    /** The result, or an error with its message. */
    async request(method: string, params: object): Promise<Fields> {
      count += 1
      const id = count
      const answered = new Promise<Fields>((resolve) => waiting.set(id, resolve))
      send({ id, method, params })
      const { result, error } = await answered
      waiting.delete(id)
      if (error !== undefined) throw new Error(String(asRecord(error).message))
      return asRecord(result)
    },

    notify: (method: string, params: object = {}) => send({ method, params }),
  }
}
