export interface Issue {
  /** Such as `userDetails.name`; empty for the whole. */
  field: string
  message: string
}

/** What is wrong with it, on one line. */
export function issueSentence(issues: readonly Issue[]): string {
  return issues.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ')
}
