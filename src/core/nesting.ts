/**
 * Whether more objects and lists stand within one another than this. It asks level by level, without
 * recursion, so that what is nested thousands deep exhausts no stack.
 */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level = [value].filter(isNested)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= most) return true
    level = level.flatMap((item) => Object.values(item)).filter(isNested)
  }
  return false
}

function isNested(item: unknown): item is object {
  return typeof item === 'object' && item !== null
}
