import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../core/error.ts'
import { databasePath } from '../storage/database-path.node.ts'
import { DEFAULT_DATABASE_URL } from './platform.ts'
import type { Issue } from './variable.ts'

const { R_OK, W_OK, X_OK } = constants

/** By error code. The system's own messages quote the path, which is the variable's value. */
const MESSAGES = new Map([
  ['ENOENT', 'names a file that does not exist'],
  ['ENOTDIR', 'names a file inside another file instead of a folder'],
  ['EACCES', 'names a file that this user may not read'],
  ['EPERM', 'names a file that this user may not read'],
])

/**
 * Checks that the files named by the environment can be used, so that a failed start reports them
 * together with invalid variables. Creates nothing, and reads no file.
 */
export async function fileIssues(env: Readonly<Record<string, unknown>>): Promise<Issue[]> {
  const issues = await Promise.all([
    issueOf('CATALOGUE_FILE', checkCatalogue(env.CATALOGUE_FILE)),
    issueOf('DATABASE_URL', checkDatabase(env.DATABASE_URL || DEFAULT_DATABASE_URL)),
  ])
  return issues.flat()
}

async function issueOf(name: string, check: Promise<string | undefined>): Promise<Issue[]> {
  const message = await check
  return message === undefined ? [] : [{ path: [name], message }]
}

async function checkCatalogue(variable: unknown) {
  const path = typeof variable === 'string' ? variable.trim() : ''
  if (path === '') return undefined
  try {
    if ((await stat(path)).isDirectory()) return 'names a folder, not a file'
    await access(path, R_OK)
    return undefined
  } catch (error) {
    const code = errorCode(error) ?? UNKNOWN
    return MESSAGES.get(code) ?? `names a file that cannot be read (${code})`
  }
}

/** A missing file is no issue: the start creates it, with its folders. */
async function checkDatabase(url: unknown) {
  if (typeof url !== 'string' || !url.startsWith('file:')) return undefined
  try {
    const path = databasePath(url)
    if (path === ':memory:') return undefined
    const found = await stateOf(path)
    if (found?.isDirectory()) return 'names a folder, not a file'
    if (found) await access(path, R_OK | W_OK)
    await checkFolder(dirname(path))
    return undefined
  } catch (error) {
    const code = errorCode(error) ?? UNKNOWN
    if (code === 'ENOTDIR') return MESSAGES.get(code)
    return `names a file that cannot be written, or a folder that cannot (${code})`
  }
}

async function checkFolder(folder: string): Promise<void> {
  const found = await stateOf(folder)
  const parent = dirname(folder)
  if (found || parent === folder) return access(folder, W_OK | X_OK)
  return checkFolder(parent)
}

/** Undefined if there is no such file. */
async function stateOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

const UNKNOWN = 'unknown reason'
