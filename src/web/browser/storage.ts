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
