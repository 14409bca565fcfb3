import { initWasm, Resvg } from '@resvg/resvg-wasm'

interface Picture {
  svg: string
  fonts: readonly Uint8Array[]
}

let ready: Promise<void> | undefined

/** Draws an SVG as PNG. Texts use only the given fonts: system fonts differ. */
export async function drawPng(
  { svg, fonts }: Picture,
  wasm: WebAssembly.Module | Promise<Uint8Array>,
): Promise<Uint8Array> {
  ready ??= initWasm(wasm)
  await ready
  const drawing = new Resvg(svg, { font: { fontBuffers: [...fonts], defaultFontFamily: 'Inter' } })
  const image = drawing.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    drawing.free()
  }
}
