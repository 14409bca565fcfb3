import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { databasePath } from '../chat/storage/database-path.node.ts'
import { DEFAULT_DATABASE_URL } from './platform.ts'
import type { Issue } from './variable.ts'

const { R_OK, W_OK, X_OK } = constants

/** By the system's code; what they say themselves quotes the path, which is a value. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'names a file that does not exist',
  ENOTDIR: 'names a folder that is a file',
  EACCES: 'names a file that this user may not read',
  EPERM: 'names a file that this user may not read',
}

/**
 * What is wrong with the files that the environment names, so that a start which fails names them
 * together with the variables. Nothing is made or read: what is in a file is found out later.
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

async function checkCatalogue(path: unknown) {
  if (typeof path !== 'string' || path === '') return undefined
  try {
    if ((await stat(path)).isDirectory()) return 'names a folder, not a file'
    await access(path, R_OK)
    return undefined
  } catch (error) {
    return REASONS[codeOf(error)] ?? `names a file that cannot be read (${codeOf(error)})`
  }
}

/** A file that is not there yet will be made, with its folders. */
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
    const code = codeOf(error)
    if (code === 'ENOTDIR') return REASONS.ENOTDIR
    return `names a file that cannot be written, or whose folder cannot (${code})`
  }
}

async function checkFolder(folder: string): Promise<void> {
  const found = await stateOf(folder)
  const parent = dirname(folder)
  if (found || parent === folder) return access(folder, W_OK | X_OK)
  return checkFolder(parent)
}

/** Undefined where there is nothing of that name. */
async function stateOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}
