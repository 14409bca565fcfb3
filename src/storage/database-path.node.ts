import { fileURLToPath } from 'node:url'

/** The path in a `file:` URL of a database. */
export function databasePath(url: string): string {
  if (url.startsWith('file:/')) return fileURLToPath(url)
  return decodeURIComponent(url.slice('file:'.length).replace(/[?#].*$/, ''))
}
