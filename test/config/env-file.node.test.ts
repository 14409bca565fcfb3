import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/config.ts'
import { fileIssue, loadEnvFile } from '../../src/config/env-file.node.ts'

function load(content: string | Buffer, env: Record<string, string> = {}) {
  const path = join(mkdtempSync(join(tmpdir(), 'env-')), '.env')
  writeFileSync(path, content)
  loadEnvFile(env, path)
  return env
}

const TEXT = 'AGENT_TOKENS=one\r\nexport PORT="1"\n'

describe('loadEnvFile()', () => {
  it.each([
    ['UTF-8', TEXT],
    ['a byte order mark', `\ufeff${TEXT}`],
    ['a mark in each of two joined files', TEXT.replace('export', '\ufeffexport')],
  ])('every variable of a file with %s is read', (_name, text) => {
    expect(load(text)).toEqual({ AGENT_TOKENS: 'one', PORT: '1' })
  })

  it.each([
    ['UTF-16 LE', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), /looks like UTF-16/],
    ['UTF-16 BE', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16(), /looks like UTF-16/],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), /looks like UTF-16/],
    ['Latin-1', Buffer.from('A=\xe9', 'latin1'), /must be UTF-8 text/],
  ])('%s is refused by name', (_name, bytes, message) => {
    expect(() => load(bytes)).toThrow(message)
    expect(() => load(bytes)).toThrow('.env')
  })

  it('a missing file is none, and a folder is an error', () => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'))
    const env = {}
    loadEnvFile(env, join(folder, 'absent'))
    expect(env).toEqual({})
    expect(() => loadEnvFile(env, folder)).toThrow('cannot be read (EISDIR')
  })

  it('the environment takes precedence, unless it is empty', () => {
    expect(load(TEXT, { PORT: '', AGENT_TOKENS: 'two' })).toEqual({
      PORT: '1',
      AGENT_TOKENS: 'two',
    })
  })

  it('a file that cannot be read is named beside all other wrong variables', () => {
    const env = { CATALOGUE_FILE: 'absent.json', PORT: 'x' }
    expect(() => parseConfig(env, { fileIssue })).toThrow(
      /^The configuration is invalid:\n {2}PORT: .*\n {2}CATALOGUE_FILE: cannot be read: ENOENT/,
    )
    expect(parseConfig({ CATALOGUE_FILE: 'package.json' }, { fileIssue }).catalogue.file).toBe(
      'package.json',
    )
  })

  it('options of Node are refused, which would run code of the folder', () => {
    expect(() => load('NODE_OPTIONS=--require=./x.cjs')).toThrow(/^NODE_OPTIONS must be set in the/)
    expect(load('NODE_ENV=production')).toEqual({ NODE_ENV: 'production' })
  })

  it('an empty NO_COLOR is not set', () => {
    expect(load('', { NO_COLOR: '' })).toEqual({})
    expect(load('', { NO_COLOR: '1' })).toEqual({ NO_COLOR: '1' })
  })

  it.each([
    ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    ['PRODUCTHUNT_API_TOKEN', 'PRODUCTHUNT_API_URL'],
    ['ALGOLIA_API_KEY', 'ALGOLIA_URL'],
    ['DATABASE_AUTH_TOKEN', 'DATABASE_URL'],
    ['LAUNCHBOARD_TOKEN', 'LAUNCHBOARD_URL'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  ])('%s of the environment is not sent to %s of the file', (key, address) => {
    const file = `${address}=https://a.example`
    const both = `${file}\n${key}=secret`
    expect(() => load(file, { [key]: 'secret' })).toThrow(new RegExp(`${key} .*${address} `))
    expect(() => load(`${both}-2`, { [key]: 'secret' })).toThrow(key)
    expect(() => load(file, { [key]: 'secret' })).not.toThrow('secret')
    expect(load(both)).toHaveProperty(key, 'secret')
    expect(load(both, { [key]: 'secret' })).toHaveProperty(address)
    const own = { [key]: 'secret', [address]: 'https://b.example' }
    expect(load(file, { ...own })).toEqual(own)
  })
})
