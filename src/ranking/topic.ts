/** Longer than the name of any topic. */
export const MAX_TOPIC_CHARACTERS = 100

/**
 * The form in which topics are compared: `Developer Tools`, `developer tools` and
 * `developer-tools` are the same. Signs that distinguish topics stay: `C`, `C++` and `C#` differ.
 */
export function topicKey(topic: string): string {
  return topic
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_&/-]+/gu, '-')
    .replace(/^-|-$/g, '')
}
