export interface A2aMessage {
  messageId: string
  contextId: string
  taskId?: string
  role: string
  parts: A2aPart[]
  metadata?: object
}

export type A2aPart = ({ text: string } | { data: unknown }) & {
  mediaType?: string
  metadata?: object
}

export interface A2aStatus {
  state: string
  timestamp: string
  message?: A2aMessage
}

interface OfTask {
  taskId: string
  contextId: string
}

/** An answer, or an event of the task that makes it. */
export type A2aResult =
  | { message: A2aMessage }
  | { task: { id: string; contextId: string; status: A2aStatus } }
  | { statusUpdate: OfTask & { status: A2aStatus; metadata?: object } }
  | {
      artifactUpdate: OfTask & {
        artifact: { artifactId: string; parts: A2aPart[] }
        append?: boolean
        lastChunk?: boolean
      }
    }
