/** The number of different users that a text may mention. */
export const MAX_MENTIONS = 100

/** `<@uid:helper>` as the platform's clients write it, or `@helper`. */
const MENTION = /<@uid:([\w-]+)>|(?<![\w@])@([\w-]+)/g

/** A text for one of the users it mentions: without that mention, and with the names of others. */
export function textFor(uid: string, text: string, nameOf: (uid: string) => string): string {
  const written = text.replace(MENTION, (mention, tagged, plain) => {
    const mentioned = (tagged ?? plain).toLowerCase()
    if (mentioned === uid) return ''
    return tagged === undefined ? mention : `@${nameOf(mentioned)}`
  })
  return written === text ? text : written.replace(/ {2,}/g, ' ').trim()
}

/** The uids that a text mentions, in order and without duplicates. */
export function mentionsIn(text: string): string[] {
  const uids = Array.from(text.matchAll(MENTION), ([, tagged, plain]) => tagged ?? plain ?? '')
  return [...new Set(uids.map((uid) => uid.toLowerCase()))]
}
