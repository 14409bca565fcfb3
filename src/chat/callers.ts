/**
 * Who may call an operation of the platform. `CALLERS` is used by the router and by OpenAPI, and an
 * operation that is not listed there does not compile.
 *
 * - `fullAccess`: an API key for a server, which may do everything, on behalf of any user.
 * - `authOnly`: an API key that can only sign users in.
 * - `user`: the auth token of a user, limited to what that user may see and change.
 */
export type Caller = 'fullAccess' | 'authOnly' | 'user'

const SERVER = ['fullAccess'] as const
const SIGN_IN = ['fullAccess', 'authOnly'] as const
const USER = ['fullAccess', 'user'] as const

export const CALLERS = {
  createAuthToken: SIGN_IN,
  listAuthTokens: SIGN_IN,
  revokeAuthTokens: SIGN_IN,
  revokeAuthToken: ['fullAccess', 'authOnly', 'user'],

  importMembers: SERVER,
  createUser: SIGN_IN,
  listUsers: SERVER,
  getUser: ['fullAccess', 'authOnly', 'user'],

  createGroup: SERVER,
  listGroups: USER,
  getGroup: USER,
  listMembers: USER,
  addMembers: USER,
  removeMember: USER,

  listConversations: USER,
  markUserConversationRead: USER,
  markGroupConversationRead: USER,
  listenToEvents: USER,

  sendMessage: USER,
  getMessage: USER,
  editMessage: USER,
  deleteMessage: USER,
  listUserMessages: USER,
  listGroupMessages: USER,
  handBackToolResult: USER,

  listReactions: USER,
  listReactionsOfKind: USER,
  addReaction: USER,
  removeReaction: USER,

  listNotificationSettings: SERVER,
  changeNotificationSettings: SERVER,
  resetNotificationSettings: SERVER,
  previewNotification: SERVER,

  getStats: SERVER,

  createAgent: SERVER,
  listAgents: SERVER,
  testAgent: SERVER,
  getAgent: SERVER,
  changeAgent: SERVER,
  deleteAgent: SERVER,
  listAgentProfiles: USER,
  getAgentProfile: USER,

  createTool: SERVER,
  listTools: SERVER,
  getTool: SERVER,
  replaceTool: SERVER,
  deleteTool: SERVER,
} as const satisfies Record<string, readonly Caller[]>

export type OperationId = keyof typeof CALLERS

export function mayCall(operationId: OperationId, caller: Caller): boolean {
  const callers: readonly Caller[] = CALLERS[operationId]
  return callers.includes(caller)
}
