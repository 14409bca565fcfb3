import sample from '../../data/sample-catalogue.json' with { type: 'json' }
import type { Product } from '../ranking/product.ts'
import { type Catalogue, fixedCatalogue } from './catalogue.ts'

/** The invented launches that come with the service. Some of them always launched today. */
export function sampleCatalogue(): Catalogue {
  return fixedCatalogue(sampleLaunches())
}

/**
 * The id of a product follows from its position, and its address from its name. Launch times are kept
 * to the minute.
 */
export function sampleLaunches(): { products: Product[]; today: string } {
  const products = sample.products.map(
    ({ name, tagline, launchedAt, topics, ...counts }, index) => ({
      id: `sample-${String(index + 1).padStart(3, '0')}`,
      name,
      tagline,
      url: `https://launchboard.example/products/${slugOf(name)}`,
      ...counts,
      launchedAt: new Date(launchedAt).toISOString(),
      topics,
    }),
  )
  return { products, today: sample.day }
}

/** "Crêpe & Friend's" becomes `crepe-and-friends`. */
function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}',]/gu, '')
    .replace('&', 'and')
    .toLowerCase()
    .replaceAll(' ', '-')
}
