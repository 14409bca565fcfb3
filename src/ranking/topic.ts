import type { Product } from './product.ts'

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

/** Whether a product has a topic; without one, every product does. */
export function hasTopic({ topics }: Pick<Product, 'topics'>, topic: string | undefined): boolean {
  const key = topicKey(topic ?? '')
  return topic === undefined || topics.some((one) => topicKey(one) === key)
}

/** A topic as these products spell it; undefined if none has it, as a title must not repeat any text. */
export function topicName(topic: string | undefined, products: readonly Product[]) {
  const key = topicKey(topic ?? '')
  return products.flatMap(({ topics }) => topics).find((name) => topicKey(name) === key)
}
