/** Milliseconds since a value of `performance.now()`, to two decimals. */
export function elapsedMs(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100
}
