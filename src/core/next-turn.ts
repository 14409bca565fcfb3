/** Resolves once other work has had its turn: for long loops that requests must not wait for. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
