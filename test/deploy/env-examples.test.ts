import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseConfig, Variables } from '../../src/config/config.ts'

const SECRET = /TOKEN(?!S_PER_DAY)|KEY|SECRET/

describe.each(['.env.example', '.dev.vars.example'])('%s', (file) => {
  const text = readFileSync(file, 'utf8')
  const uncommented = parseEnv(text.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))

  it('the example environment changes nothing as it is', () => {
    expect(parseConfig(parseEnv(text))).toEqual(parseConfig({}))
  })

  it('the example environment names only variables that exist', () => {
    const names = Object.keys(uncommented)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !(name in Variables.shape))).toEqual([])
  })

  it('the example environment contains no usable secret', () => {
    const secrets = Object.entries(uncommented).filter(([name]) => SECRET.test(name))
    expect(secrets.length).toBeGreaterThan(5)
    expect(secrets.filter(([, value]) => value !== '')).toEqual([])
  })

  it('the example environment is valid once uncommented and filled in', () => {
    const filled = Object.entries(uncommented).map(([name, value]) => {
      const missing = name === 'ALGOLIA_APP_ID' ? 'B1G2GM9NG0' : randomBytes(32).toString('base64')
      return [name, value || missing]
    })
    const exposure = file === '.env.example' ? {} : { exposure: 'everybody' as const }
    expect(parseConfig(Object.fromEntries(filled), exposure)).toMatchObject({
      access: { callers: 'with-token', isPublic: true },
      model: { kind: 'openai' },
      search: { kind: 'algolia' },
      source: { kind: 'product-hunt' },
    })
  })
})

describe('the secrets of a deployment', () => {
  it('the secrets of a deployment are listed, each with a description', () => {
    const asked = Object.keys(parseEnv(readFileSync('.dev.vars.example', 'utf8')))
    const { bindings } = JSON.parse(readFileSync('package.json', 'utf8')).cloudflare
    expect(asked).toEqual(['AGENT_TOKENS', 'PLATFORM_API_KEYS'])
    for (const name of asked) expect(bindings[name].description).toMatch(/\w/)
  })
})
