/** How many different people and agents a text may mention. */
export const MAX_MENTIONS = 100

/** `<@uid:helper>` as the platform's clients write it, or `@helper`. */
const MENTION = /<@uid:([\w-]+)>|(?<![\w@])@([\w-]+)/g

/** A text as one of those it mentions reads it: without the mention, and others by their names. */
export function textFor(uid: string, text: string, nameOf: (uid: string) => string): string {
  const written = text.replace(MENTION, (mention, tagged, plain) => {
    const mentioned = (tagged ?? plain).toLowerCase()
    if (mentioned === uid) return ''
    return tagged === undefined ? mention : `@${nameOf(mentioned)}`
  })
  return written === text ? text : written.replace(/ {2,}/g, ' ').trim()
}

/** The uids that a text mentions, each once, in the order in which they come. */
export function mentionsIn(text: string): string[] {
  const uids = Array.from(text.matchAll(MENTION), ([, tagged, plain]) => tagged ?? plain ?? '')
  return [...new Set(uids.map((uid) => uid.toLowerCase()))]
}
