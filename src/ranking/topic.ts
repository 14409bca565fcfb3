/** More than the name of any topic has. */
export const MAX_TOPIC_CHARACTERS = 100

/**
 * The form in which topics are compared: `Developer Tools`, `developer tools` and
 * `developer-tools` are one. Signs that tell topics apart stay: `C`, `C++` and `C#` are three.
 */
export function topicKey(topic: string): string {
  return topic
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_&/-]+/gu, '-')
    .replace(/^-|-$/g, '')
}
