// Whether the build of an earlier start is still that of the sources.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const RECORD = 'dist/build-record.json'
/** All that a build reads, apart from the packages, which the lock file names. */
const SOURCES = ['src', 'data', 'docs', 'build']
const FILES = ['build.mjs', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']
/** What a build makes beside its sources. */
export const MADE = [
  'data/board.json',
  'data/build.json',
  'data/time-zones.json',
  'data/language/model.json',
]

/** Whether everything is there that was made, from the sources as they are. */
export async function isBuilt() {
  const built = await record()
  if (!built) return false
  const isThere = [...MADE, ...built.files.map((file) => join('dist', file))].every(existsSync)
  return isThere && built.sources === (await digestOfSources())
}

/** After a whole build, to be found by the next start. */
export async function recordBuild(sources, files) {
  await writeFile(RECORD, JSON.stringify({ sources, files }))
}

/** After a build of some parts, the others are of an earlier one unless its sources were the same. */
export async function recordPart(sources) {
  const built = await record()
  if (built && built.sources !== sources) await rm(RECORD, { force: true })
}

export async function filesOfLastBuild() {
  return (await record())?.files ?? []
}

export async function digestOfSources() {
  const folders = await Promise.all(SOURCES.map(filesIn))
  const hash = createHash('sha256').update(process.version)
  for (const path of [...FILES, ...folders.flat()].sort()) {
    if (MADE.includes(path)) continue
    hash.update(`\0${path}\0`).update(await readFile(path))
  }
  return hash.digest('hex')
}

async function record() {
  return JSON.parse(await readFile(RECORD, 'utf8').catch(() => 'null'))
}

/** The files of a folder, however deep; none if it is absent. */
export async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
