/** How many different people and agents a text may mention. */
export const MAX_MENTIONS = 100

/** `<@uid:helper>` as the platform's clients write it, or `@helper`. */
const MENTION = /<@uid:([\w-]+)>|(?<![\w@])@([\w-]+)/g

/** The uids that a text mentions, each once, in the order in which they come. */
export function mentionsIn(text: string): string[] {
  const uids = Array.from(text.matchAll(MENTION), ([, tagged, plain]) => tagged ?? plain ?? '')
  return [...new Set(uids.map((uid) => uid.toLowerCase()))]
}
