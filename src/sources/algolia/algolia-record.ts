import * as z from 'zod'
import { webAddress } from '../../core/upstream/web-address.ts'
import type { Product } from '../../ranking/product.ts'
import { looseCount, looseId, looseImage, looseInstant, looseText } from '../loose-field.ts'

/** The base of relative URLs. */
const SITE = 'https://www.producthunt.com'

const Topic = z.union([looseText.pipe(z.string()), named()])

const Topics = z
  .array(Topic.nullable().catch(null))
  .transform((topics) => topics.filter((topic) => topic !== null))
  .catch([])

/** A record. Its fields have several names across the indexes that we know of. */
const Fields = z.object({
  objectID: looseId,
  id: looseId,
  name: looseText,
  tagline: looseText,
  tag_line: looseText,
  tagLine: looseText,
  url: looseText,
  post_url: looseText,
  imageUrl: looseImage,
  image_url: looseImage,
  thumbnail: looseImage,
  thumbnailUrl: looseImage,
  thumbnail_url: looseImage,
  votesCount: looseCount,
  votes_count: looseCount,
  commentsCount: looseCount,
  comments_count: looseCount,
  launchedAt: looseInstant,
  createdAt: looseInstant,
  created_at: looseInstant,
  featured_at: looseInstant,
  topics: Topics,
})

export const RECORD_FIELDS: readonly string[] = Object.keys(Fields.shape)

/** A product; `null` for a record without an id or a name. */
export const AlgoliaRecord = Fields.transform((record): Product | null => {
  const { name, topics } = record
  const id = record.objectID ?? record.id
  if (id === null || name === null) return null
  return {
    id,
    name,
    tagline: record.tagline ?? record.tag_line ?? record.tagLine,
    url: webAddress(record.url, SITE) ?? webAddress(record.post_url, SITE),
    imageUrl: webAddress(imageOf(record), SITE),
    votesCount: record.votesCount ?? record.votes_count,
    commentsCount: record.commentsCount ?? record.comments_count,
    launchedAt: record.launchedAt ?? record.createdAt ?? record.created_at ?? record.featured_at,
    topics,
  }
}).catch(null)

function imageOf({ imageUrl, image_url, thumbnail, ...record }: z.infer<typeof Fields>) {
  return imageUrl ?? image_url ?? thumbnail ?? record.thumbnailUrl ?? record.thumbnail_url
}

function named() {
  return z.object({ name: looseText.pipe(z.string()) }).transform(({ name }) => name)
}
