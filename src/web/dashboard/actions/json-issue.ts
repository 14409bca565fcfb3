/** Why a text is not JSON, in the words of the browser, which name the line. */
export function jsonIssue(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `This is not JSON. ${error instanceof Error ? error.message : ''}`
  }
}
