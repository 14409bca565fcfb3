import { escaped } from './markdown.ts'

const MOST_CHARACTERS = 400

/** What is said when a tool failed: why, in its own words, and nothing made up. */
export function failureAnswer(message: string | undefined): string {
  const reason = escaped((message ?? '').slice(0, MOST_CHARACTERS))
  return reason === ''
    ? 'That did not work: the tool failed without saying why.'
    : `That did not work: ${reason}`
}
