/** SHA-256 of a text. */
export async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/**
 * Whether two digests are the same, in a time that does not depend on where they differ. Node and
 * Workers each have such a comparison, and neither has the other's.
 */
export function isSameDigest(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (const [at, byte] of left.entries()) difference |= byte ^ (right[at] ?? 0)
  return difference === 0
}
