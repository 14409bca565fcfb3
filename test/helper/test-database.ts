import type { Database } from '../../src/storage/database.ts'

export interface TestDatabases {
  /** A real database with every table and no row. */
  empty(): Promise<Database>
  /** The same as it was after its first so many migrations, and what brings it up to date. */
  earlier(migrations: number): Promise<{ database: Database; migrate(): Promise<unknown> }>
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

export const earlierDatabase = (migrations: number) => used().earlier(migrations)
