import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/cfworker'

type Fetch = NonNullable<StreamableHTTPClientTransportOptions['fetch']>

/** The official client, introduced to the server at `url`; it checks results by their schemas. */
export async function connectMcp(url: string | URL, options: { fetch?: Fetch } = {}) {
  const client = new Client(
    { name: 'test', version: '1' },
    { jsonSchemaValidator: new CfWorkerJsonSchemaValidator() },
  )
  const transport = new StreamableHTTPClientTransport(new URL(url), options)
  // The SDK does not write its own types for `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}
