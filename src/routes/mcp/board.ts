import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import * as z from 'zod'
import board from '../../../data/board.json' with { type: 'json' }

/** The board that an assistant shows in place of JSON (MCP Apps, 2026-01-26). */
const BOARD_URI = 'ui://launchboard/board.html'

/** The name of the extension, which servers that have pages declare. */
export const MCP_APPS = 'io.modelcontextprotocol/ui'

/** Some hosts look for the policy in the list, others in the page: it makes no requests. */
const PAGE = {
  uri: BOARD_URI,
  mimeType: 'text/html;profile=mcp-app',
  _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
}

export const RESOURCES = [
  {
    ...PAGE,
    name: 'board',
    title: 'Launchboard',
    description:
      'Shows rankings, searches, a product, its votes over time or confetti inside an assistant.',
  },
]

const ReadParams = z.object({ uri: z.string() })

export function readResource(params: unknown) {
  const { data } = ReadParams.safeParse(params)
  if (data?.uri === BOARD_URI) return { contents: [{ ...PAGE, text: board.html }] }
  const message = data ? 'There is no such resource' : 'A resource must have a uri'
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, data)
}

/** The page of every tool, under the name of the specification and under the one before it. */
export const PAGE_OF_TOOLS = {
  _meta: { ui: { resourceUri: BOARD_URI }, 'ui/resourceUri': BOARD_URI },
}
