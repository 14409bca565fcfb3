import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notificationSettings } from '../../../src/storage/schema.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { FIELDS, type Field } from './fields.fixture.ts'

const PATH = '/v3/notifications/v1/settings'
const DONE = { status: 200, body: { data: { success: true } } }
const MONDAY = 'preferences.mute.schedulePreferenceSetting.monday'

async function settings(setup: Parameters<typeof testPlatform>[0] = {}) {
  const { call, database } = await testPlatform(setup)
  return {
    call,
    database,
    read: async () => (await call('GET', PATH)).body.data,
    change: (body: unknown) => call('PATCH', PATH, { body }),
    reset: () => call('DELETE', PATH),
    stored: async () => (await database.select().from(notificationSettings)).at(0)?.difference,
  }
}

/** An object of the values, each at its path. */
function nested(values: readonly (readonly [path: string, value: unknown])[]) {
  const root = {}
  for (const [path, value] of values) put(root, path, value)
  return root
}

function put(root: object, path: string, value: unknown) {
  const names = path.split('.')
  const last = names.pop()!
  const parent = names.reduce((node, name) => {
    Object.assign(node, { [name]: child(node, name) ?? {} })
    return child(node, name)
  }, root)
  Object.assign(parent, { [last]: value })
}

/** Where the values of an object lie that are no sections of the settings. */
function paths(value: unknown, path: string[] = []): string[] {
  const isSection = typeof value === 'object' && value !== null && path.at(-1) !== 'customJson'
  if (!isSection) return [path.join('.')]
  return Object.entries(value).flatMap(([name, inner]) => paths(inner, [...path, name]))
}

function at(value: object, path: string) {
  return path.split('.').reduce(child, value)
}

function child(value: object, name: string) {
  return Reflect.get(value, name)
}

/** A good value for some of the fields. */
function goodValues(fields: readonly Field[]) {
  const values = fields.map(({ path, good }) => good.map((value) => [path, value] as const))
  return fc.tuple(...values).map((all) => JSON.parse(JSON.stringify(nested(all))))
}

describe('GET /v3/notifications/v1/settings', () => {
  it('the settings have every field of the contract and no other', async () => {
    const { call } = await settings()
    const { status, body } = await call('GET', PATH)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['data', 'meta'])
    expect(body.meta).toEqual({})
    expect(Object.keys(body.data)).toEqual(['preferences', 'sound', 'templates'])
    expect(paths(body.data).sort()).toEqual(FIELDS.map(({ path }) => path).sort())
    expect(FIELDS).toHaveLength(155)
  })

  it('the settings have the default values of the platform', async () => {
    const received = await (await settings()).read()
    for (const { path, initial } of FIELDS) {
      if (initial === undefined) expect(at(received, path), path).toEqual(expect.any(String))
      else expect(at(received, path), path).toEqual(initial)
    }
  })

  it('no default Privacy template shows anything of a message', async () => {
    const { templates } = await (await settings()).read()
    const names = Object.keys(templates).filter((name) => name.endsWith('Privacy'))
    expect(names).toHaveLength(9)
    for (const name of names) expect(JSON.stringify(templates[name]), name).not.toContain('{{')
  })
})

describe('PATCH /v3/notifications/v1/settings', () => {
  it('each partial change is merged with the stored settings', async () => {
    const { read, change, reset } = await settings()
    const part = fc.subarray(FIELDS, { minLength: 1, maxLength: 12 }).chain(goodValues)
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        await reset()
        const expected = await read()
        for (const one of parts) {
          expect(await change(one)).toMatchObject(DONE)
          for (const path of paths(one)) put(expected, path, at(one, path))
        }
        expect(await read()).toEqual(expected)
      }),
      { numRuns: 25 },
    )
  })

  it('an invalid value of any setting is an error with its path, and nothing is stored', async () => {
    const { read, change } = await settings()
    const before = await read()
    for (const { path, bad } of FIELDS) {
      const [wrong] = fc.sample(bad, 1)
      const beside = path === 'sound.call' ? 'sound.chat' : 'sound.call'
      const values = [
        [path, wrong],
        [beside, 'bell.wav'],
      ] as const
      const { status, body } = await change(nested(values))
      const said = `${path}: ${JSON.stringify(wrong).slice(0, 100)}`
      expect([status, body.error?.code], said).toEqual([400, 'ERR_BAD_REQUEST'])
      expect(pathsOf(body), said).toEqual([path])
    }
    expect(await read()).toEqual(before)
  })

  it('unknown keys are errors with their path, whatever their name', async () => {
    const { read, change, stored } = await settings()
    const before = await read()
    const sections = ['', 'preferences', 'preferences.group', MONDAY, 'sound', 'templates']
    const names = ['nothing', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '']
    for (const section of [...sections, 'templates.textMessageTemplateDefault']) {
      for (const name of names) {
        const inner = `{${JSON.stringify(name)}:{"polluted":true}}`
        const body = section.split('.').reduceRight((json, key) => {
          return key === '' ? json : `{${JSON.stringify(key)}:${json}}`
        }, inner)
        const answer = await change(body)
        expect(answer.status, body).toBe(400)
        expect(pathsOf(answer.body), body).toEqual([
          section === '' ? name || '' : `${section}.${name}`,
        ])
      }
    }
    expect(await read()).toEqual(before)
    expect(await stored()).toBeUndefined()
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('customJson is replaced as a whole and returned as given', async () => {
    const { call, change } = await settings()
    await change({ preferences: { push: { customJson: { a: { b: 1 }, c: 2 } } } })
    const odd = '{"__proto__":{"x":1},"a":{"d":null},"constructor":"c"}'
    await change(`{"preferences":{"push":{"customJson":${odd}}}}`)
    const { body } = await call('GET', PATH)
    expect(JSON.stringify(body.data.preferences.push.customJson)).toBe(odd)
  })

  it('concurrent changes are all stored', async () => {
    const { read, change } = await settings()
    const flags = FIELDS.filter(({ initial }) => typeof initial === 'boolean').slice(0, 12)
    const answers = await Promise.all(
      flags.map(({ path, initial }) => change(nested([[path, !initial]]))),
    )
    for (const answer of answers) expect(answer).toMatchObject(DONE)
    const received = await read()
    for (const { path, initial } of flags) expect(at(received, path), path).toBe(!initial)
  })
})

describe('DELETE /v3/notifications/v1/settings', () => {
  it('a reset restores every default', async () => {
    const { read, change, reset } = await settings()
    const before = await read()
    await change(fc.sample(goodValues(FIELDS), 1)[0])
    expect(await read()).not.toEqual(before)
    expect(await reset()).toMatchObject(DONE)
    expect(await read()).toEqual(before)
    expect(await reset()).toMatchObject(DONE)
  })
})

function pathsOf({ error }: { error?: { details: Record<string, string[]> } }) {
  return Object.keys(error?.details ?? {})
}
