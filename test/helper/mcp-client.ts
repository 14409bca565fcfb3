import {
  Client,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'

type Fetch = NonNullable<StreamableHTTPClientTransportOptions['fetch']>

interface McpClientOptions {
  fetch?: Fetch
  /** How it agrees on a revision with the server. */
  mode?: VersionNegotiationMode
}

/** The official client, introduced to the server at `url`; it checks results by their schemas. */
export async function connectMcp(
  url: string | URL,
  { mode = 'auto', ...options }: McpClientOptions = {},
) {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
      versionNegotiation: { mode },
    },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(url), options))
  return client
}
