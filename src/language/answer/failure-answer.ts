import { escaped } from './markdown.ts'

const MAX_CHARACTERS = 400

/** The answer to a failed tool call. It quotes the tool's own message and adds no guess. */
export function failureAnswer(message: string | undefined): string {
  const reason = escaped((message ?? '').slice(0, MAX_CHARACTERS))
  return reason === ''
    ? 'That did not work: the tool failed without saying why.'
    : `That did not work: ${reason}`
}
