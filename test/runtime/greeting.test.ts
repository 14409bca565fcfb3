import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parseConfig } from '../../src/config/config.ts'
import { greeting } from '../../src/runtime/greeting.ts'
import { startProcess } from '../cli/cli-process.ts'
import { freePort } from '../helper/free-port.ts'
import { startNodeAt } from '../helper/node-process.ts'

const AT = 'http://127.0.0.1:8787'

const greetingOf = (env: Record<string, string>) => greeting(parseConfig(env), { url: AT })

it('the greeting names each place, the data and the model on a line', () => {
  const platform = { key: 'k1' }
  expect(greeting(parseConfig({}), { url: AT, platform }).split('\n')).toEqual([
    `Board      ${AT}`,
    `Dashboard  ${AT}/dashboard  API key, shown only once: k1`,
    `Documents  ${AT}/docs`,
    'Data       a sample of fictional launches',
    'Model      embedded',
  ])
})

it.each([
  [{ CATALOGUE_FILE: 'launches\u001b.csv' }, 'Data       launches .csv'],
  [{ CATALOGUE_URL: 'https://a.example/x?token=secret' }, 'Data       launches from a.example'],
  [{ SOURCE: 'show-hn' }, 'Data       Show HN'],
  [{ PRODUCTHUNT_API_TOKEN: 'secret' }, 'Data       Product Hunt'],
  [{ OPENAI_API_KEY: 'secret' }, 'Model      gpt-4.1-mini at api.openai.com'],
])('the greeting names what %o chooses, and no secret', (env, line) => {
  expect(greetingOf(env).split('\n')).toContain(line)
  expect(greetingOf(env)).not.toContain('secret')
})

it('a start at a terminal greets before it says that it listens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greeting-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { PORT: '0', DATABASE_URL: `file:${join(folder, 'p.db')}` }
  const command = `exec ${process.execPath} dist/node.js`
  const { child, printed, ended } = startProcess('script', ['-qec', command, '/dev/null'], { env })
  await printed('is listening')
  child.kill()
  const stdout = (await ended).stdout.replaceAll('\r', '')
  expect(stdout).toMatch(/^Board {6}http:.*\n(.*\n){4}.*is listening at http:/m)
  expect(stdout).toMatch(/^Dashboard .*API key, shown only once: \w{40}$/m)
}, 90_000)

it('health is answered once the key is shown', async () => {
  const { child, output } = await startNodeAt(`http://127.0.0.1:${await freePort()}`, {})
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(output().stderr).toContain('API key, shown only once')
}, 60_000)
