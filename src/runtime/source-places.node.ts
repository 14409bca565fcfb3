import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A map that has been read takes tens of megabytes. */
const KEEP_MS = 60_000

/** The folder of the bundle, where each script has its map beside it. */
const BUNDLE = new URL('.', import.meta.url).href
const PLACE = /(file:\/\/[^\s()"']+\.js):(\d+):(\d+)/g

const maps = new Map<string, SourceMap | undefined>()

/**
 * Replaces the places of the bundle in a text, such as the stack of an error, by those of the sources:
 * `src/core/log.ts:12:3`. Node's own flag for it keeps the maps in memory from the start.
 */
export function withSourcePlaces(text: string): string {
  if (!text.includes(BUNDLE)) return text
  return text.replace(PLACE, (place, script: string, line: string, column: string) => {
    const entry = mapOf(script)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return place
    const { originalSource, originalLine, originalColumn } = entry
    return `${originalSource.replace(/^(\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`
  })
}

function mapOf(script: string): SourceMap | undefined {
  if (!script.startsWith(BUNDLE)) return undefined
  if (!maps.has(script)) {
    if (maps.size === 0) setTimeout(() => maps.clear(), KEEP_MS).unref()
    maps.set(script, readMap(`${fileURLToPath(script)}.map`))
  }
  return maps.get(script)
}

/** A package has none. */
function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
