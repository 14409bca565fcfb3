import type { Database } from '../../src/platform/storage/database.ts'

let open: (() => Promise<Database>) | undefined

/** Each runtime brings a database of its own: the setup file of its test project says which. */
export function useDatabase(opening: () => Promise<Database>) {
  open = opening
}

/** A real database with every table and no row. */
export async function emptyDatabase(): Promise<Database> {
  if (!open) throw new Error('no setup file brought a database')
  return open()
}
