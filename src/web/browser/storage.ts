/**
 * `localStorage` and `sessionStorage` that never throw: some browsers have storage turned off, or
 * full. What cannot be stored is lost when the page is left.
 */
export function writeStorage(storage: Storage, key: string, value: string | undefined): void {
  try {
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {
    // Nothing to do: see above.
  }
}

export function readStorage(storage: Storage, key: string): string | undefined {
  try {
    return storage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
