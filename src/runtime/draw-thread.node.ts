import { readFile } from 'node:fs/promises'
import { drawPng } from './draw-png.ts'

interface Work {
  svg: string
  fonts: readonly Uint8Array[]
  /** The path of the library's code. */
  wasm: string
}

/** In a thread of its own: it takes a tenth of a second, in which the service would answer nobody. */
export function draw({ wasm, ...picture }: Work): Promise<Uint8Array> {
  return drawPng(picture, readFile(wasm))
}
