import type { DocumentedOperation } from './openapi.ts'

const ORIGIN = 'http://127.0.0.1:8787'
const INDENT = '  '

interface Sample {
  language: string
  code: string
}

/** The same request three times: in a shell, in TypeScript, in Python. */
export function samplesOf(operation: DocumentedOperation): Sample[] {
  const url = ORIGIN + sampleAddress(operation)
  const method = operation.method.toUpperCase()
  const body = operation.requestBody?.content['application/json']?.example
  const headers = { ...keyHeader(operation), ...(body !== undefined && JSON_HEADER) }
  return [
    { language: 'curl', code: curl(url, method, headers, body) },
    { language: 'TypeScript', code: typescript(url, method, headers, body) },
    { language: 'Python', code: python(url, method, headers, body) },
  ]
}

type Headers = Record<string, string>

const JSON_HEADER = { 'content-type': 'application/json' }

/** Operations of the chat platform want a key; the others a token, where the service has any. */
function keyHeader({ security = [] }: DocumentedOperation): Headers {
  const names = security.flatMap((scheme) => Object.keys(scheme))
  if (names.includes('apikey')) return { apikey: '<API key>' }
  return names.includes('authToken') ? { authToken: '<auth token>' } : {}
}

function sampleAddress({ path, parameters }: DocumentedOperation): string {
  const exampleOf = (name: string) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? name)
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleOf(name)))
  const asked = parameters.filter(
    ({ in: place, example, required }) => place === 'query' && (required || example !== undefined),
  )
  const query = new URLSearchParams(asked.map(({ name }) => [name, exampleOf(name)])).toString()
  return query ? `${filled}?${query}` : filled
}

function curl(url: string, method: string, headers: Headers, body: unknown): string {
  const flags = [
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  return [`curl "${url}"`, ...flags].join(` \\\n${INDENT}`)
}

function typescript(url: string, method: string, headers: Headers, body: unknown): string {
  const entries = Object.entries(headers).map(([name, value]) => `'${name}': '${value}'`)
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(entries.length > 0 ? [`headers: { ${entries.join(', ')} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)})`]),
  ]
  const given =
    options.length > 0 ? `, {\n${options.map((option) => `${INDENT}${option},\n`).join('')}}` : ''
  return `const response = await fetch('${url}'${given})\nconsole.log(await response.text())`
}

function python(url: string, method: string, headers: Headers, body: unknown): string {
  const entries = Object.entries(headers).map(([name, value]) => `"${name}": "${value}"`)
  const options = [
    ...(entries.length > 0 ? [`headers={${entries.join(', ')}}`] : []),
    ...(body === undefined ? [] : [`data=json.dumps(${pythonOf(body)})`]),
  ]
  const call = [`"${url}"`, ...options].join(`,\n${INDENT.repeat(2)}`)
  return [
    ...(body === undefined ? [] : ['import json']),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(${call})`,
    'print(response.text)',
  ].join('\n')
}

function pythonOf(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${pythonOf(one)}`,
  )
  return `{${entries.join(', ')}}`
}
