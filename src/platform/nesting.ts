/** Whether there is more nesting in a value than this. It asks level by level, without recursion. */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true
    level = level.flatMap((item) => (isNested(item) ? Object.values(item) : []))
  }
  return false
}

function isNested(item: unknown): item is object {
  return typeof item === 'object' && item !== null
}
