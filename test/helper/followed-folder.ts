import { mkdtempSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder of files that are followed until all tests of a file have run. */
export function followedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'followed-'))
  const stop = new AbortController()
  afterAll(() => {
    stop.abort()
    rmSync(folder, { recursive: true })
  })
  return {
    folder,
    polling: { pollMs: 20, signal: stop.signal },
    /** So that nobody reads half of it. */
    async replace(path: string, content: string) {
      await writeFile(`${path}.new`, content)
      await rename(`${path}.new`, path)
    },
  }
}
