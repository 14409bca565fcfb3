import type { ChatOnFinishCallback, UIMessage } from 'ai'

type End = Parameters<ChatOnFinishCallback<UIMessage>>[0]

/** Whether an answer lacks its last event, `finish`. `useChat` alone takes it for a whole one. */
export function isCut({ isAbort, isError, finishReason }: End): boolean {
  return !isAbort && !isError && finishReason === undefined
}
