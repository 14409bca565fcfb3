/** `localStorage` or `sessionStorage`. */
type StorageName = 'local' | 'session'

/**
 * Storage that never throws: some browsers have it full, or turned off, so that even its name fails.
 * What cannot be stored is lost when the page is left.
 */
export function writeStorage(name: StorageName, key: string, value: string | undefined): void {
  try {
    if (value === undefined) storageOf(name).removeItem(key)
    else storageOf(name).setItem(key, value)
  } catch {
    // Nothing to do: see above.
  }
}

export function readStorage(name: StorageName, key: string): string | undefined {
  try {
    return storageOf(name).getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function storageOf(name: StorageName): Storage {
  return name === 'local' ? localStorage : sessionStorage
}

/** Hexadecimal. `crypto.randomUUID` is only available over HTTPS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

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
