/** The own property of an object, without inherited ones and without calling getters. */
export function ownProperty(from: unknown, name: string): unknown {
  if (typeof from !== 'object' || from === null) return undefined
  return Object.getOwnPropertyDescriptor(from, name)?.value
}
