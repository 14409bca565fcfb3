/** Stores a value where the browser allows it: some have storage turned off, or full. */
export function keep(storage: Storage, key: string, value: string | undefined): void {
  try {
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {
    // It holds until the page is left, then.
  }
}

export function kept(storage: Storage, key: string): string | undefined {
  try {
    return storage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
