import type { Cache } from './client-options.ts'

/** How long an answer is good for is decided elsewhere, so the client itself keeps nothing. */
export const noCache: Cache = {
  get: (_key, read) => read(),
  set: async (_key, value) => value,
  delete: async () => {},
  clear: async () => {},
}
