import { isRecord } from '../../core/json.ts'
import { webAddress } from '../../core/upstream/web-address.ts'
import type { Product } from '../../ranking/product.ts'
import {
  looseCount,
  looseId,
  looseImage,
  looseInstant,
  looseText,
  looseTopics,
} from '../loose-field.ts'

/** The base of relative URLs. */
const SITE = 'https://www.producthunt.com'

/** The fields have several names across the indexes that we know of. */
const NAMES = {
  id: ['objectID', 'id'],
  name: ['name'],
  tagline: ['tagline', 'tag_line', 'tagLine'],
  url: ['url', 'post_url'],
  imageUrl: ['imageUrl', 'image_url', 'thumbnail', 'thumbnailUrl', 'thumbnail_url'],
  votesCount: ['votesCount', 'votes_count'],
  commentsCount: ['commentsCount', 'comments_count'],
  launchedAt: ['launchedAt', 'createdAt', 'created_at', 'featured_at'],
  topics: ['topics'],
}

export const RECORD_FIELDS: readonly string[] = Object.values(NAMES).flat()

/** A product; `null` for a record without an id or a name. */
export function readRecord(record: unknown): Product | null {
  if (!isRecord(record)) return null
  const first = <Value>(field: keyof typeof NAMES, read: (value: unknown) => Value | null) => {
    for (const name of NAMES[field]) {
      const value = read(record[name])
      if (value !== null) return value
    }
    return null
  }
  const id = first('id', looseId)
  const name = first('name', looseText)
  if (id === null || name === null) return null
  return {
    id,
    name,
    tagline: first('tagline', looseText),
    url: first('url', (value) => webAddress(looseText(value), SITE)),
    imageUrl: first('imageUrl', (value) => webAddress(looseImage(value), SITE)),
    votesCount: first('votesCount', looseCount),
    commentsCount: first('commentsCount', looseCount),
    launchedAt: first('launchedAt', looseInstant),
    topics: looseTopics(record.topics),
  }
}
