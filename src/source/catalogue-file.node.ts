import { readFile } from 'node:fs/promises'
import type { Product } from '../product/product.ts'
import type { Catalogue } from './catalogue.ts'
import { type CatalogueRow, catalogueRows } from './catalogue-rows.node.ts'
import { LaunchRecord } from './launch-record.ts'

const MOST_PROBLEMS = 10

/**
 * Somebody's own launches: a JSON array, NDJSON or CSV.
 *
 * @throws Error that names the file, and the row and field of what is wrong in it.
 */
export async function readCatalogueFile(path: string): Promise<Catalogue> {
  const bytes = await readFile(path).catch((cause) => {
    throw new Error(`${path}: cannot be read (${cause.message})`, { cause })
  })
  return { products: checkedProducts(catalogueRows(decoded(bytes, path), path), path) }
}

function decoded(bytes: Uint8Array, path: string) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Error(`${path}: is not UTF-8 text`, { cause })
  }
}

function checkedProducts(rows: readonly CatalogueRow[], path: string): Product[] {
  const products: Product[] = []
  const problems: string[] = []
  const rowOfId = new Map<string, number>()

  for (const { row, record } of rows) {
    const report = (field: string, message: string) => {
      const place = [path, `row ${row}`, field].filter(Boolean).join(', ')
      problems.push(`${place}: ${message}`)
    }
    const { data: product, error } = LaunchRecord.safeParse(record)
    for (const issue of error?.issues ?? []) report(issue.path.join('.'), issue.message)
    if (!product) continue
    const twin = rowOfId.get(product.id)
    if (twin) report('id', `is the same as in row ${twin}`)
    rowOfId.set(product.id, row)
    products.push(product)
  }

  if (problems.length > 0) throw new Error(summary(problems))
  return products
}

function summary(problems: readonly string[]) {
  const more = problems.length - MOST_PROBLEMS
  const shown = problems.slice(0, MOST_PROBLEMS).join('\n')
  return more > 0 ? `${shown}\nand ${more} more` : shown
}
