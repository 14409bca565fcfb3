import type { Config } from '../config/config.ts'
import { createLog } from '../core/log.ts'
import type { Catalogue } from '../sources/catalogue.ts'
import { catalogueFile } from '../sources/own-launches/catalogue-file.node.ts'
import { catalogueUrl } from '../sources/own-launches/catalogue-url.ts'

/** About a million launches. */
const MAX_BYTES = 256 * 1024 * 1024

/** How often an address is looked at that nobody asks about; it decides itself what is due. */
const LOOK_MS = 30_000

/**
 * One's own launches, read once so that a start fails which could serve none.
 *
 * @throws Error that says what is wrong with the file or the address.
 */
export async function ownCatalogue(
  { catalogue, DEFAULT_TIMEZONE: timezone, LOG_LEVEL: level }: Config,
  { now, write }: { now(): Date; write(line: string): void },
): Promise<{ catalogue?: Catalogue }> {
  const { file, url, columns } = catalogue
  const log = createLog({ level, write, now })
  const clock = () => performance.now()
  if (file) return { catalogue: await fromFile({ path: file, columns, timezone, log, now }) }
  if (!url) return {}

  const hosted = catalogueUrl({ url, columns, timezone, maxBytes: MAX_BYTES, log, now, clock })
  await firstRead(hosted)
  // Asked, it reads again behind the answer where that is due.
  setInterval(() => hosted.current(), LOOK_MS).unref()
  return { catalogue: hosted }
}

async function fromFile(options: Parameters<typeof catalogueFile>[0]) {
  try {
    return await catalogueFile(options)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Error(`CATALOGUE_FILE cannot be read: ${reason}`, { cause: error })
  }
}

async function firstRead(catalogue: Catalogue) {
  try {
    await catalogue.current()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`CATALOGUE_URL cannot be read: ${reason}`, { cause: error })
  }
}
