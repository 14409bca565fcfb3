/** Whether a name is a slip away from another: a letter added, left out or replaced, or two swapped. */
export function isNearMiss(typed: string, known: string): boolean {
  const [short, long] = typed.length < known.length ? [typed, known] : [known, typed]
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.slice(at) === long.slice(at + 1)) return true
  if (short.length < long.length) return false
  const isReplaced = short.slice(at + 1) === long.slice(at + 1)
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return isReplaced || (isSwapped && short.slice(at + 2) === long.slice(at + 2))
}

/** Names in their order, the ones that were probably meant first, however they are spelled. */
export function nearMissFirst(typed: string, names: readonly string[]): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, '')
  const isMeant = (known: string) => isNearMiss(plain(typed), plain(known))
  return [...names].sort((one, other) => Number(isMeant(other)) - Number(isMeant(one)))
}
