import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Rule {
  path: string
  /** Their names in lower case, as in all of our own headers. */
  headers: [name: string, value: string][]
}

/**
 * What files of the page are sent with, by the `_headers` beside them, which Cloudflare reads
 * itself: so both send the same. Of that format we read a path, with a `*` at its end or without,
 * and the lines under it. https://developers.cloudflare.com/workers/static-assets/headers/
 */
export function readPageHeaders(folder: string): (path: string) => [string, string][] {
  const file = join(folder, '_headers')
  const rules = existsSync(file) ? rulesIn(readFileSync(file, 'utf8')) : []
  return (path) => rules.filter((rule) => isAbout(rule, path)).flatMap(({ headers }) => headers)
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

function isAbout({ path: pattern }: Rule, path: string) {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
