export interface Entry<Value> {
  readonly value: Value
  /** Epoch milliseconds. */
  readonly readAt: number
}

type Found<Value> = Entry<Value> | undefined

/** Where answers are kept. One that is at hand comes without a promise: it is asked for often. */
export interface Store<Value> {
  get(key: string): Found<Value> | Promise<Found<Value>>
  set(key: string, entry: Entry<Value>): void | Promise<void>
}
