/** Up to this age a value is as good as new. */
export const FRESH_MS = 60_000

/** Up to this age it is better than none. */
export const STALE_MS = 86_400_000

export interface Entry<Value> {
  readonly value: Value
  /** When it was read, on our own monotonic clock. */
  readonly readAtMs: number
}

type Found<Value> = Entry<Value> | undefined

/** Where answers are kept. One that is at hand comes without a promise: it is asked for often. */
export interface Store<Value> {
  get(key: string): Found<Value> | Promise<Found<Value>>
  set(key: string, entry: Entry<Value>): void | Promise<void>
}
