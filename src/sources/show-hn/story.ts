import { isRecord } from '../../core/json.ts'
import { webAddress } from '../../core/upstream/web-address.ts'
import type { Product } from '../../ranking/product.ts'
import { looseCount, looseId, looseInstant, looseText } from '../loose-field.ts'

/** The fields that are read, as the search names them. */
export const STORY_FIELDS = ['objectID', 'title', 'url', 'points', 'num_comments', 'created_at_i']

/** A story as a launch; `null` without an id, a title, points or an instant that can be used. */
export function readStory(story: unknown): Product | null {
  if (!isRecord(story)) return null
  const id = looseId(story.objectID)
  const words = nameAndTagline(looseText(story.title) ?? '')
  const points = looseCount(story.points)
  const launchedAt = looseInstant(story.created_at_i)
  if (id === null || !/^\d+$/.test(id)) return null
  if (words === null || points === null || launchedAt === null) return null
  return {
    id,
    ...words,
    // A story without an address is a text, and stands in its discussion.
    url: webAddress(looseText(story.url)) ?? `https://news.ycombinator.com/item?id=${id}`,
    imageUrl: null,
    votesCount: points,
    commentsCount: looseCount(story.num_comments),
    launchedAt,
    topics: [],
  }
}

/** Hacker News allows 80 characters. */
const MAX_TITLE = 300

/**
 * What stands before a name, once or more: marks in any width, and characters that do not show. A point is one of
 * them before a blank only: `.NET` is a name.
 */
const PREFIX =
  /^(?:[\s\p{Cf}[(]*show[\s\p{Cf}_-]*hn(?![\p{L}\p{N}])(?:[\s\p{Cf}\p{Pd}:;,|)\]：；︰﹕|，]|\.+(?=\s))*)+/iu

/** At the ends of a text; within it they may be part of a name. */
const INVISIBLE_ENDS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu

/** A dash or a colon with a space beside it, or a wide colon: `Open-source` and `10:30` stay whole. */
const NAME_AND_TAGLINE = /^(.+?)(?:\s+[-–—:]+\s*|[-–—:]+\s+|\s*[：︰﹕]+\s*)(.*)$/su

/** `Show HN: Plumb – Tax forms that fill themselves` has both; `null` if nothing is named. */
export function nameAndTagline(title: string): Pick<Product, 'name' | 'tagline'> | null {
  if (title.length > MAX_TITLE) return null
  const text = title.replace(PREFIX, '').replace(INVISIBLE_ENDS, '')
  if (text === '') return null
  const [, name = text, tagline = ''] = NAME_AND_TAGLINE.exec(text) ?? []
  return { name, tagline: tagline === '' ? null : tagline }
}
