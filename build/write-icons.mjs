import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { notePackage } from './bundled-packages.mjs'

/** The column of the sample that names a drawing. */
const ICON = 5

/** The pictures of the sample's launches, by their ids: each names one of a set of drawings. */
export async function writeIcons(folder) {
  const { default: set } = await import('@iconify-json/fluent-emoji-flat/icons.json', {
    with: { type: 'json' },
  })
  const sample = JSON.parse(await readFile('data/sample-catalogue.json', 'utf8'))
  await mkdir(folder, { recursive: true })
  const size = `0 0 ${set.width} ${set.height}`
  const names = Object.values(sample.launches).flatMap((day) => day.map((launch) => launch[ICON]))
  for (const [index, name] of names.entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}">${set.icons[name].body}</svg>`
    await writeFile(join(folder, `sample-${String(index + 1).padStart(3, '0')}.svg`), svg)
  }
  notePackage('node_modules/@iconify-json/fluent-emoji-flat')
}
