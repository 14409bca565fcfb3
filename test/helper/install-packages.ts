import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const MAX_INSTALL_MS = 180_000

/**
 * A folder with these packages, which are too large for our own. It is kept between runs.
 *
 * @throws Error if the registry cannot be reached.
 */
export async function installPackages(name: string, packages: readonly string[]): Promise<string> {
  const folder = resolve(`node_modules/.cache/${name}`)
  await mkdir(folder, { recursive: true })
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock']
  const args = ['install', '--prefix', folder, '--prefer-offline', '--legacy-peer-deps', ...options]
  await promisify(execFile)('npm', [...args, ...packages], { timeout: MAX_INSTALL_MS })
  return folder
}
