import type { Database } from '../../src/storage/database.ts'

export interface TestDatabases {
  /** A real database with every table and no row. */
  empty(): Promise<Database>
}

let databases: TestDatabases | undefined

/** Each runtime brings databases of its own: the setup file of its test project says which. */
export function useDatabases(ofRuntime: TestDatabases) {
  databases = ofRuntime
}

function used(): TestDatabases {
  if (!databases) throw new Error('no setup file brought a database')
  return databases
}

export const emptyDatabase = () => used().empty()
