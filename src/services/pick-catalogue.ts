import type { Config } from '../config/config.ts'
import type { Catalogue } from '../sources/catalogue.ts'
import { catalogueUrl } from '../sources/own-launches/catalogue-url.ts'
import { sampleCatalogue } from '../sources/sample-catalogue.ts'
import type { Picking, Runtime } from './picking.ts'

/** What the memory of a Worker has room for twice, while it is read again. */
const MAX_BYTES = 32 * 1024 * 1024

export function pickCatalogue(
  config: Config,
  runtime: Omit<Picking, 'catalogue'> & Runtime,
): Catalogue {
  const { catalogue, log, now, clock, waitUntil } = runtime
  const { url, columns } = config.catalogue
  if (catalogue) return catalogue
  if (!url) return sampleCatalogue()
  const timezone = config.DEFAULT_TIMEZONE
  return catalogueUrl({ url, columns, timezone, maxBytes: MAX_BYTES, log, now, clock, waitUntil })
}
