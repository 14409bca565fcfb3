import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/** One message to a server of its own, and the server's answer; what is no request gets none. */
export function exchange(server: Server, message: JSONRPCMessage) {
  return new Promise<JSONRPCMessage | undefined>((resolve, reject) => {
    const transport: Transport = {
      start: async () => {},
      close: async () => {},
      send: async (answer) => resolve(answer),
    }
    const deliver = () => {
      transport.onmessage?.(message)
      if (!isJSONRPCRequest(message)) resolve(undefined)
    }
    server.connect(transport).then(deliver).catch(reject)
  })
}
