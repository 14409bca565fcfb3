export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** The keys of a table by each of the names they stand for. */
export function byName(
  table: Readonly<Record<string, string>>,
  separator = ' ',
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([key, names]) =>
      names.split(separator).map((name): [string, string] => [name, key]),
    ),
  )
}

/** The words of a text in lower case, without what stands between them. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
