/** A new id that every host accepts: Mistral's wants nine letters and digits. */
export function toolCallId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 9)
}
