import type { Config } from '../config/config.ts'
import { printable } from '../core/printable.ts'
import { SOURCES } from '../sources/source.ts'

interface GreetingOptions {
  url: string
  /** Undefined without a chat platform. */
  platform?: { key: string | undefined } | undefined
}

/** What a person who starts the service at a terminal wants to know, each on one line. */
export function greeting(config: Config, { url, platform }: GreetingOptions): string {
  const lines = [
    ['Board', url],
    ...(platform ? [['Dashboard', `${url}/dashboard${keyOf(platform)}`]] : []),
    ['Documents', `${url}/docs`],
    ['Data', printable(dataOf(config))],
    ['Model', printable(modelOf(config))],
  ]
  return lines.map(([name = '', text]) => `${name.padEnd('Documents'.length)}  ${text}`).join('\n')
}

/** The line that shows a new key: not in the log, which is stored and read by others. */
export const NEW_KEY = 'API key, shown only once'

function keyOf({ key }: { key: string | undefined }) {
  return key ? `  ${NEW_KEY}: ${key}` : ''
}

function dataOf({ source, catalogue: { file, url } }: Config) {
  if (source.kind !== 'catalogue') return SOURCES[source.kind].label
  if (file) return file
  return url ? `launches from ${new URL(url).host}` : 'a sample of fictional launches'
}

function modelOf({ model }: Config) {
  if (model.kind === 'embedded') return 'embedded'
  const { host } = new URL(model.baseURL ?? 'https://api.openai.com')
  return `${model.model} at ${host}`
}
