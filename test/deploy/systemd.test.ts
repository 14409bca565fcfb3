import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const UNIT = 'docs/operate/launchboard.service'

function hasSystemd() {
  try {
    execFileSync('systemd-analyze', ['--version'])
    return true
  } catch {
    return false
  }
}

it.skipIf(!hasSystemd())('systemd accepts every line of the unit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
  const unit = (await readFile(UNIT, 'utf8')).replace('/usr/bin/node', process.execPath)
  const path = join(folder, 'launchboard.service')
  await writeFile(path, unit)
  const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', path])
  await rm(folder, { recursive: true })
  expect(stderr.split('\n').filter((line) => line.includes(path))).toEqual([])
})

it('the unit starts what the image starts, and keeps its data where it may write', async () => {
  const unit = await readFile(UNIT, 'utf8')
  const command = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]?.split(' ')
  expect(await readFile('Dockerfile', 'utf8')).toContain(
    `CMD ${JSON.stringify(command).replaceAll(',', ', ')}`,
  )
  const folder = /^StateDirectory=(.*)$/m.exec(unit)?.[1]
  expect(unit).toContain(`DATABASE_URL=file:/var/lib/${folder}/`)
})
