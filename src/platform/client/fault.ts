export interface Fault {
  /** Such as `userDetails.name`; empty for the whole. */
  field: string
  message: string
}

/** What is wrong with it, on one line. */
export function faultSentence(faults: readonly Fault[]): string {
  return faults.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ')
}
