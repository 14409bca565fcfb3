/** The browser has read it by then, however large it is. */
const KEPT_MS = 60_000

/** Hands a file to the browser, which saves it under this name or asks where to. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(URL.revokeObjectURL, KEPT_MS, link.href)
}
