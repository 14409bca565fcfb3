/** Beside the newest revision those that the SDK supports. */
export const MCP_VERSIONS = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]

interface McpRequest {
  /** The HTTP request, with its headers and its signal. */
  request: Request
  body: unknown
  requestId: string
}

export interface McpAnswer {
  status: number
  /** JSON; undefined for a notification. */
  message?: object | undefined
}

export type McpResponder = (request: McpRequest) => Promise<McpAnswer>

/** Rejects a message in the form that MCP clients read. */
export function rejection(
  status: number,
  code: number,
  message: string,
  { id = null, data }: { id?: string | number | null; data?: unknown } = {},
): McpAnswer {
  return { status, message: { jsonrpc: '2.0', error: { code, message, data }, id } }
}
