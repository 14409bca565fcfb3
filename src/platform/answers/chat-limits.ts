export interface ChatLimits {
  /** Messages of one conversation that may wait while another is answered. */
  maxWaiting: number
  /** How long one of them waits. */
  maxWaitMs: number
  /** How long an answer may take once no client is reading it. */
  unreadMs: number
  /** Between two checks that the reader of an answer is still a member of the group. */
  accessCheckMs: number
  /** Between two heartbeats on a silent stream. The first comes within twice this time. */
  keepAliveMs: number
  /** How long a client may read nothing while data is waiting, before it is disconnected. */
  stalledMs: number
  /** How far a client may fall behind before the agent waits; also the largest chunk it is sent. */
  aheadBytes: number
}

export const CHAT_LIMITS: ChatLimits = {
  maxWaiting: 5,
  maxWaitMs: 300_000,
  unreadMs: 300_000,
  accessCheckMs: 1_000,
  keepAliveMs: 5_000,
  stalledMs: 30_000,
  aheadBytes: 16 * 1024,
}
