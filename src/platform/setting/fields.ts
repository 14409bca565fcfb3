/** One field for each name. */
export function fields<Field>(names: readonly string[], field: (name: string) => Field) {
  return Object.fromEntries(names.map((name) => [name, field(name)]))
}
