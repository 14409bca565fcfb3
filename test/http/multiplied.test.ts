import { expect, it } from 'vitest'
import examples from '../../data/openapi-examples.json' with { type: 'json' }
import { asRecord, isRecord } from '../../src/core/json.ts'
import { KEY, testPlatform } from '../helper/test-platform.ts'
import { post } from '../helper/test-services.ts'

/** As long as an id may be that is repeated in every event, and longer than any text may be repeated. */
const LENGTHS = [200, 100_000]

const MAX_RATIO = 4

interface Schema {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Each body that has another text in the place of one of its strings. */
function variants(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text]
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => variants(item, text).map((other) => value.with(at, other)))
  }
  return Object.entries(asRecord(value)).flatMap(([key, item]) =>
    variants(item, text).map((other) => ({ ...asRecord(value), [key]: other })),
  )
}

/** The operations with a body, and the bodies that are tried: whole and as a stream. */
function operationsOf({ paths, components }: Description) {
  const resolved = (schema: Schema): Schema =>
    components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  const isText = (schema: Schema): boolean => {
    const { type, anyOf = [] } = resolved(schema)
    return [type].flat().includes('string') || anyOf.some(isText)
  }
  const stringsOf = (schema: Schema) => {
    const { properties = {} } = resolved(schema)
    const strings = Object.entries(properties).filter(([, property]) => isText(property))
    return Object.fromEntries(strings.map(([name]) => [name, 'a']))
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  return operations.flatMap(({ path, method, operationId, requestBody }) => {
    const example = asRecord(examples.bodies)[operationId]
    if (!requestBody || !isRecord(example)) return []
    const streamed = operationId === 'a2a' ? { method: 'SendStreamingMessage' } : { stream: true }
    const schema = requestBody.content['application/json']?.schema ?? {}
    const form = { ...stringsOf(schema), ...example }
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(asRecord(examples.parameters)[name])),
    )
    const forms = [form, { ...form, ...streamed }]
    return [{ address, method: method.toUpperCase(), plain: { ...example, ...streamed }, forms }]
  })
}

it('no string of a request is multiplied: an answer is at most four times the longer of the two', {
  timeout: 120_000,
}, async () => {
  const { app, call } = await testPlatform()
  for (const uid of ['ann', 'bob', 'cas']) {
    await call('POST', '/v3/users', { body: { uid, name: uid } })
  }
  const headers = { apikey: KEY, onbehalfof: 'ann', 'a2a-version': '1.0' }
  const lengthOf = async (address: string, method: string, body: unknown) => {
    const response = await app.request(address, { ...post(body, headers), method })
    return (await response.text()).length
  }
  const tried: { address: string; body: string; ratio: number }[] = []
  const description = await (await app.request('/openapi.json')).json()
  for (const { address, method, plain, forms } of operationsOf(description)) {
    const plainLength = await lengthOf(address, method, plain)
    const bodies = forms.flatMap((form) => LENGTHS.flatMap((l) => variants(form, 'a'.repeat(l))))
    for (const body of bodies) {
      const longer = Math.max(JSON.stringify(body).length, plainLength)
      const ratio = (await lengthOf(address, method, body)) / longer
      tried.push({ address, body: JSON.stringify(body).slice(0, 300), ratio })
    }
  }
  expect(tried.filter(({ ratio }) => ratio > MAX_RATIO)).toEqual([])
  expect(tried.length).toBeGreaterThan(300)
})
