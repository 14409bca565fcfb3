import type { LanguageModelV3Prompt } from '@ai-sdk/provider'

/** OpenAI's limit. Other hosts put signatures of a thousand characters into the ids of their calls. */
const MAX_CHARACTERS = 40

/** Ids that every host accepts: digests of the long ones, the same in a call and its result. */
export async function shortIds(prompt: LanguageModelV3Prompt): Promise<(id: string) => string> {
  const ids = prompt
    .flatMap(({ content }) => (typeof content === 'string' ? [] : [...content]))
    .flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : []))
  const long = ids.filter((id) => id.length > MAX_CHARACTERS)
  const digests = new Map(
    await Promise.all(long.map(async (id) => [id, await digest(id)] as const)),
  )
  return (id) => digests.get(id) ?? id
}

async function digest(id: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))
  const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'))
  return hex.join('').slice(0, MAX_CHARACTERS)
}
