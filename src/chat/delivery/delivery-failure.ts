import { AppError } from '../../core/error.ts'

const SENTENCES = {
  misregistered: 'The agent is registered in a way that does not let it be called.',
  'address-refused': 'The agent cannot be reached at the address it is registered with.',
  unreachable: 'The agent cannot be reached right now.',
  redirected: 'The agent has moved to another address.',
  refused: 'The agent did not accept the question.',
  'agent-failed': 'The agent ran into a problem.',
  'wrong-content': 'The agent answered with something that is no answer.',
  malformed: 'The agent’s answer could not be read to its end.',
  'cut-short': 'The agent’s answer broke off.',
  'timed-out': 'The agent took too long to answer.',
  'too-large': 'The agent’s answer is too long.',
  cancelled: 'The answer was stopped.',
  internal: 'An error occurred',
} as const

export type DeliveryFailureCode = keyof typeof SENTENCES

interface FailureOptions extends ErrorOptions {
  agentMessage?: string | null | undefined
}

/**
 * A run that cannot go on. `message` is for whoever waits for the answer, `detail` for whoever
 * maintains the agent; neither quotes what the agent sent. Its own words are `agentMessage`: for the
 * log and the test of the agent alone, and with what is secret in them still to be masked.
 */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure'
  readonly code: DeliveryFailureCode
  readonly detail: string
  readonly agentMessage: string | undefined

  constructor(code: DeliveryFailureCode, detail: string, options: FailureOptions = {}) {
    const { agentMessage, ...rest } = options
    super(SENTENCES[code], rest)
    this.code = code
    this.detail = detail
    this.agentMessage = agentMessage?.trim() || undefined
  }

  /** Whatever we did not foresee is `internal`: logged whole, shown bare. */
  static from(error: unknown): DeliveryFailure {
    if (error instanceof DeliveryFailure) return error
    if (error instanceof AppError && error.code === 'invalid-request') {
      return new DeliveryFailure('misregistered', error.message)
    }
    return new DeliveryFailure('internal', 'the platform failed', { cause: error })
  }
}
