import { AppError } from '../../core/error.ts'
import type { ErrorReply } from '../wire.ts'

/** Codes of JSON-RPC 2.0, and of A2A (https://a2a-protocol.org, section 9.5). */
const CODES = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  TASK_NOT_FOUND: -32001,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32003,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  VERSION_NOT_SUPPORTED: -32009,
} as const

type Reason = keyof typeof CODES

/** A failure that the protocol itself has a code for. */
export class A2aError extends AppError {
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super('invalid-request', message)
    this.reason = reason
  }
}

export type RpcId = string | number | null

/** An error as the answer to a call. What is wrong with the call itself is no error of HTTP. */
export function a2aErrorReply(id: RpcId) {
  return (error: AppError): ErrorReply => ({
    status: error.code === 'invalid-request' ? 200 : error.status,
    body: errorBody(id, error),
  })
}

function errorBody(id: RpcId, error: AppError) {
  const { message } = error
  const { kind, reason } = error instanceof A2aError ? ofProtocol(error.reason) : kindOf(error)
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
  }
  return { jsonrpc: '2.0', id, error: { code: CODES[kind], message, data: [info] } }
}

function ofProtocol(reason: Reason) {
  return { kind: reason, reason }
}

function kindOf({ code }: AppError) {
  if (code === 'invalid-request') return ofProtocol('INVALID_PARAMS')
  const kind: Reason = 'INTERNAL_ERROR'
  return { kind, reason: code.replaceAll('-', '_').toUpperCase() }
}
