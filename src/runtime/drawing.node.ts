import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Tinypool } from 'tinypool'
import type { Drawing } from '../routes/share.ts'

/** More pictures at once are not drawn. */
const MAX_WAITING = 8
/** A thread without work ends, and frees what it takes. */
const IDLE_MS = 60_000

/** Draws with the thread that stands beside the folder of the page. */
export function nodeDrawing(folder: string): Drawing {
  const beside = (name: string) => join(folder, '..', name)
  let pool: Tinypool | undefined
  return {
    read: (path) => readFile(join(folder, path)).catch(() => undefined),
    draw(svg, fonts) {
      pool ??= new Tinypool({
        filename: pathToFileURL(beside('draw-thread.cjs')).href,
        name: 'draw',
        minThreads: 0,
        maxThreads: 1,
        maxQueue: MAX_WAITING,
        idleTimeout: IDLE_MS,
      })
      return pool.run({ svg, fonts, wasm: beside('resvg.wasm') })
    },
  }
}
