import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/** About 60 MB. */
const MAX_INSTALL_MS = 180_000

/** The versions that `engines` allows, and that are maintained. */
export const NODE_VERSIONS = [20, 22, 24] as const

/**
 * The path of a Node of this version: the one that runs, or one that npm downloads once.
 *
 * @throws Error if there is none for this machine, or the registry cannot be reached.
 */
export async function nodeOf(version: number): Promise<string> {
  if (process.version.startsWith(`v${version}.`)) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const folder = resolve(`node_modules/.cache/node-${version}`)
  const path = `${folder}/node_modules/${name}/bin/node`
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true })
  const quietly = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock']
  const args = ['install', '--prefix', folder, ...quietly, `${name}@${version}`]
  await promisify(execFile)('npm', args, { timeout: MAX_INSTALL_MS })
  return path
}
