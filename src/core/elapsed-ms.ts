/** Since an instant of `performance.now()`, to a hundredth. */
export function elapsedMs(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100
}
