/** What an object has of its own under a name: nothing it inherits, and nothing that is computed. */
export function ownProperty(from: unknown, name: string): unknown {
  if (typeof from !== 'object' || from === null) return undefined
  return Object.getOwnPropertyDescriptor(from, name)?.value
}
