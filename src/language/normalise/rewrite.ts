/** Patterns, each with what takes the place of its matches; applied in order. */
export type Rewrites = readonly (readonly [RegExp, string])[]

export function rewrite(text: string, rewrites: Rewrites): string {
  return rewrites.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), text)
}

export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}
