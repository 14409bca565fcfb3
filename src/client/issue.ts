export interface Issue {
  /** Such as `userDetails.name`; empty for the value as a whole. */
  field: string
  message: string
}

/** All issues on one line. */
export function issueSentence(issues: readonly Issue[]): string {
  return issues.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ')
}
