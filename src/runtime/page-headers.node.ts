import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Rule {
  path: string
  /** Headers with lower-case names. */
  headers: [name: string, value: string][]
  /** Headers of rules above that it takes away. */
  removed: string[]
}

/**
 * The response headers of the page's files, from the same `_headers` file that Cloudflare reads. Of
 * its format, paths with or without a final `*` are supported, and below them headers and `! ` with the
 * name of a header that a rule above has set.
 * https://developers.cloudflare.com/workers/static-assets/headers/
 */
export function readPageHeaders(folder: string): (path: string) => [string, string][] {
  const file = join(folder, '_headers')
  const rules = existsSync(file) ? rulesIn(readFileSync(file, 'utf8')) : []
  return (path) =>
    rules
      .filter((rule) => matches(rule, path))
      .reduce<Rule['headers']>(
        (above, { headers, removed }) => [
          ...above.filter(([name]) => !removed.includes(name)),
          ...headers,
        ],
        [],
      )
}

function rulesIn(text: string): Rule[] {
  const rules: Rule[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, removed] = line.match(/^\s+! (\S+)$/) ?? []
    const [, name, value] = line.match(/^\s+([^\s:]+):\s*(.+)$/) ?? []
    if (removed) rules.at(-1)?.removed.push(removed.toLowerCase())
    else if (name && value) rules.at(-1)?.headers.push([name.toLowerCase(), value.trim()])
    else rules.push({ path: line.trim(), headers: [], removed: [] })
  }
  return rules
}

function matches({ path: pattern }: Rule, path: string) {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
