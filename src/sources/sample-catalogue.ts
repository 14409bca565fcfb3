import sample from '../../data/sample-catalogue.json' with { type: 'json' }
import { type Catalogue, fixedCatalogue } from './catalogue.ts'

/** The invented launches that come with the service. Some of them always launched today. */
export function sampleCatalogue(): Catalogue {
  return fixedCatalogue({ products: sample.products, today: sample.day })
}
