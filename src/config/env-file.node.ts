import { accessSync, constants, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { errorCode, errorMessage } from '../core/error.ts'

type Env = Record<string, string | undefined>

const SAVE_AGAIN = 'save it again in that encoding.'

/** Keys, and the addresses that they are sent to. */
const KEYS = [
  ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ['OPENAI_HEADERS', 'OPENAI_BASE_URL'],
  ['PRODUCTHUNT_API_TOKEN', 'PRODUCTHUNT_API_URL'],
  ['ALGOLIA_API_KEY', 'ALGOLIA_URL'],
  ['DATABASE_AUTH_TOKEN', 'DATABASE_URL'],
  ['LAUNCHBOARD_TOKEN', 'LAUNCHBOARD_URL'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
] as const

/**
 * Adds the variables of `.env` in the working directory, if there is one. Those of the environment take
 * precedence, unless they are empty. Those of Node itself are an error: NODE_OPTIONS would run code of the folder in our
 * threads. An empty NO_COLOR is removed: it counts as not set, but not for Node.
 *
 * @throws Error if the file cannot be read, sets an option of Node, or would send a key of the environment to its own address.
 */
export function loadEnvFile(env: Env, path = '.env'): void {
  const file: Env = parseEnv(textOf(path))
  const ofNode = Object.keys(file).find((name) => /^NODE_(?!ENV$)/.test(name))
  if (ofNode) throw new Error(`${ofNode} must be set in the environment, not in ${path}.`)
  for (const [key, address] of KEYS) {
    if (!file[address] || env[address]) continue
    if (env[key] && env[key] !== file[key]) {
      throw new Error(
        `${key} is set in the environment, but ${address} in ${path}: set both in the same place, ` +
          'so that a key is not sent to an unexpected address.',
      )
    }
  }
  for (const [name, value] of Object.entries(file)) env[name] ||= value
  if (env.NO_COLOR === '') delete env.NO_COLOR
}

function textOf(path: string): string {
  const bytes = bytesOf(path)
  // The mark of UTF-16, or half of one of its ASCII characters: no text in UTF-8 has these bytes.
  const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe || bytes.includes(0)
  if (isUtf16) throw new Error(`${path} looks like UTF-16, but must be UTF-8: ${SAVE_AGAIN}`)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Files that were joined have a mark at the beginning of each.
    return text.replaceAll(/^\ufeff/gm, '')
  } catch (cause) {
    throw new Error(`${path} must be UTF-8 text: ${SAVE_AGAIN}`, { cause })
  }
}

function bytesOf(path: string) {
  try {
    return readFileSync(path)
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return Buffer.alloc(0)
    throw new Error(`${path} cannot be read (${errorMessage(cause)})`, { cause })
  }
}

/** Why a file cannot be read, before anybody tries. */
export function fileIssue(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK)
    return undefined
  } catch (error) {
    // The reason quotes the path, which may be a secret that was meant for another variable.
    return `cannot be read: ${errorCode(error)}`
  }
}
