import type { Config } from '../config/config.ts'
import { errorMessage } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { Catalogue } from '../sources/catalogue.ts'
import { catalogueFile } from '../sources/user-catalogue/catalogue-file.node.ts'
import { catalogueUrl } from '../sources/user-catalogue/catalogue-url.ts'

/** Twice as much as 200,000 launches usually take. */
const MAX_BYTES = 64 * 1024 * 1024

/** The pace at which the catalogue at a URL may refresh when no request makes it do so. */
const POLL_MS = 30_000

/**
 * The user's own launches, read at the start, so that the start fails if they cannot be served.
 *
 * @throws Error that says what is wrong with the file or the URL.
 */
export async function userCatalogue(
  { catalogue, DEFAULT_TIMEZONE: timezone }: Config,
  { log, now, clock }: { log: Log; now(): Date; clock(): number },
): Promise<Catalogue | undefined> {
  const { file, url, ...format } = catalogue
  if (file) return fromFile({ path: file, ...format, timezone, log, now })
  if (!url) return undefined

  const hosted = catalogueUrl({ url, ...format, timezone, maxBytes: MAX_BYTES, log, now, clock })
  await firstRead(hosted)
  // Each call starts a refresh in the background if one is due.
  setInterval(() => hosted.current(), POLL_MS).unref()
  return hosted
}

async function fromFile(options: Parameters<typeof catalogueFile>[0]) {
  try {
    return await catalogueFile(options)
  } catch (error) {
    throw new Error(`CATALOGUE_FILE cannot be read: ${errorMessage(error)}`, { cause: error })
  }
}

async function firstRead(catalogue: Catalogue) {
  try {
    await catalogue.current()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new Error(`CATALOGUE_URL cannot be read: ${errorMessage(cause)}`, { cause: error })
  }
}
