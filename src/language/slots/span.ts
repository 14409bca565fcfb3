/** A part of a message, by the places of its tokens; `to` is exclusive. */
export interface Place {
  from: number
  to: number
}

/** A value found in a message. */
export interface Span<Value> extends Place {
  value: Value
}
