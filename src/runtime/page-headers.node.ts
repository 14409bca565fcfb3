import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Rule {
  path: string
  /** Headers with lower-case names. */
  headers: [name: string, value: string][]
}

/**
 * The response headers of the page's files, from the same `_headers` file that Cloudflare reads. Of
 * its format, paths with or without a final `*` are supported, and the header lines below them.
 * https://developers.cloudflare.com/workers/static-assets/headers/
 */
export function readPageHeaders(folder: string): (path: string) => [string, string][] {
  const file = join(folder, '_headers')
  const rules = existsSync(file) ? rulesIn(readFileSync(file, 'utf8')) : []
  return (path) => rules.filter((rule) => matches(rule, path)).flatMap(({ headers }) => headers)
}

function rulesIn(text: string): Rule[] {
  const rules: Rule[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, name, value] = line.match(/^\s+([^\s:]+):\s*(.+)$/) ?? []
    if (name && value) rules.at(-1)?.headers.push([name.toLowerCase(), value.trim()])
    else rules.push({ path: line.trim(), headers: [] })
  }
  return rules
}

function matches({ path: pattern }: Rule, path: string) {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
