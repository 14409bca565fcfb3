/** Long enough for the browser to read even a large file. */
const REVOKE_AFTER_MS = 60_000

/** Downloads content that the page already has, as a file of this name. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(URL.revokeObjectURL, REVOKE_AFTER_MS, link.href)
}
