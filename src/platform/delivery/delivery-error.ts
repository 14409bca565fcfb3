import { AppError } from '../../core/error.ts'
import { WireError } from '../../wires/wire-error.ts'

const MESSAGES = {
  misregistered: 'The agent cannot be called: its registration is invalid.',
  'address-refused': 'The agent cannot be called at its registered address.',
  unreachable: 'The agent cannot be reached right now.',
  redirected: 'The agent redirected the request to another address.',
  refused: 'The agent rejected the request.',
  'agent-failed': 'The agent reported an error.',
  'wrong-content': 'The agent sent a response of an unexpected type.',
  malformed: 'The agent sent an invalid response.',
  'cut-short': 'The agent’s answer was cut short.',
  'timed-out': 'The agent took too long to answer.',
  'too-large': 'The agent’s answer is too long.',
  cancelled: 'The answer was stopped.',
  internal: 'An error occurred',
} as const

export type DeliveryErrorCode = keyof typeof MESSAGES

interface DeliveryErrorOptions extends ErrorOptions {
  agentMessage?: string | null | undefined
}

/**
 * Why a run failed. `message` is for the user who waits for the answer, `detail` for the maintainer
 * of the agent; neither quotes the agent. `agentMessage` does: it is only for the log and for tests
 * of the agent, and its secrets have to be masked first.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly code: DeliveryErrorCode
  readonly detail: string
  readonly agentMessage: string | undefined

  constructor(code: DeliveryErrorCode, detail: string, options: DeliveryErrorOptions = {}) {
    const { agentMessage, ...rest } = options
    super(MESSAGES[code], rest)
    this.code = code
    this.detail = detail
    this.agentMessage = agentMessage?.trim() || undefined
  }

  /** Any unexpected error becomes `internal`: its cause is logged and not shown. */
  static from(error: unknown): DeliveryError {
    if (error instanceof DeliveryError) return error
    if (error instanceof WireError) return new DeliveryError(error.code, error.message)
    if (error instanceof AppError && error.code === 'invalid-request') {
      return new DeliveryError('misregistered', error.message)
    }
    return new DeliveryError('internal', 'the platform failed', { cause: error })
  }
}
