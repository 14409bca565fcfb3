import * as z from 'zod'
import { ECHOED } from '../../core/echoed.ts'
import { isRecord, parseJson } from '../../core/json.ts'
import type { Message, RunInput, StoredTurn } from '../../core/run.ts'
import { parse } from '../../core/validation.ts'
import { Messages, ReadMessages } from '../message.ts'
import { OptionalRunId } from '../wire.ts'
import { A2aError, type RpcId } from './a2a-error.ts'

/** The version of `/a2a`. Clients of 0.3, which name none, have an address of their own. */
export const A2A_VERSION = '1.0'

/** A message of JSON-RPC, for OpenAPI. */
export const A2aRequest = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]),
    method: z.string().describe('`SendMessage`, `SendStreamingMessage` and others of A2A 1.0.'),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'A2aRequest' })

export interface A2aCall {
  id: RpcId
  method: string
  params: unknown
}

/** @throws A2aError if the text is no request of JSON-RPC */
export function readA2aCall(text: string, contentType = ''): A2aCall {
  const { value, issue } = parseJson(text)
  if (issue) {
    const isText = contentType.startsWith('text/plain')
    const reason = isText ? 'CONTENT_TYPE_NOT_SUPPORTED' : 'PARSE_ERROR'
    throw new A2aError(reason, `The body ${issue}.`)
  }
  const { jsonrpc, id, method, params = {} } = isRecord(value) ? value : {}
  const isCall = jsonrpc === '2.0' && typeof method === 'string'
  const isId = typeof id === 'number' || (typeof id === 'string' && id.length <= ECHOED.id)
  if (!isCall || !isId) {
    const what = `one request of JSON-RPC 2.0, with an id of at most ${ECHOED.id} characters`
    throw new A2aError('INVALID_REQUEST', `The body must be ${what}.`)
  }
  return { id, method, params }
}

/** @throws A2aError unless the version is 1.0, with or without a patch */
export function checkVersion(version: string | undefined): void {
  const isServed = version?.split('.', 2).join('.') === A2A_VERSION
  if (isServed) return
  const message = `A2A-Version: must be ${A2A_VERSION}, the only version that is served.`
  throw new A2aError('VERSION_NOT_SUPPORTED', message)
}

const Part = z.looseObject({}).transform((part, context) => {
  if (typeof part.text === 'string') return { type: 'text', text: part.text }
  if (part.data !== undefined) return { type: 'text', text: JSON.stringify(part.data) }
  if (part.raw !== undefined || part.url !== undefined || part.file !== undefined) {
    throw new A2aError('CONTENT_TYPE_NOT_SUPPORTED', 'message.parts: a file cannot be read.')
  }
  context.addIssue({ code: 'custom', message: 'must have text or data' })
  return z.NEVER
})

/** A message of 1.0 or of 0.3, which differ in the spelling of a few fields. */
const SendParams = z.object({
  message: z.object({
    messageId: z.string().min(1),
    role: z.enum(['ROLE_USER', 'user'], 'must be ROLE_USER (in A2A 0.3: user)'),
    parts: z.array(Part).min(1),
    contextId: OptionalRunId,
    taskId: z.string().nullish(),
  }),
  configuration: z
    .object({
      acceptedOutputModes: z.array(z.string()).nullish(),
      taskPushNotificationConfig: z.unknown().optional(),
      pushNotificationConfig: z.unknown().optional().describe('The same in A2A 0.3.'),
    })
    .nullish(),
})

export interface A2aQuestion {
  readonly contextId: string
  /** Whether it was made for this message, so that nothing was said in it before. */
  readonly isNewContext: boolean
  readonly content: unknown
  /** Whether the caller takes the results of tools as data. */
  readonly takesData: boolean
}

/** @throws A2aError, or AppError `invalid-request` that names the wrong field */
export function readA2aMessage(params: unknown): A2aQuestion {
  const { message, configuration } = parse(SendParams, params)
  if (message.taskId) throw noTask()
  const { taskPushNotificationConfig, pushNotificationConfig } = configuration ?? {}
  if (taskPushNotificationConfig ?? pushNotificationConfig) throw noPushNotifications()
  const modes = configuration?.acceptedOutputModes ?? []
  const takesData = modes.length === 0 || modes.some((mode) => DATA.test(mode))
  if (!takesData && !modes.some((mode) => TEXT.test(mode))) {
    const what = 'configuration.acceptedOutputModes: must have text/markdown or application/json.'
    throw new A2aError('CONTENT_TYPE_NOT_SUPPORTED', what)
  }
  return {
    contextId: message.contextId ?? crypto.randomUUID(),
    isNewContext: message.contextId == null,
    content: message.parts,
    takesData,
  }
}

const DATA = /^(\*|application)\/(\*|json)\b/i
const TEXT = /^(\*|text)\/(\*|plain|markdown)\b/i

interface A2aTurn {
  input: RunInput
  before: readonly Message[]
}

/** The run that answers in a context, after its last turn if that was stored. */
export function a2aTurn(
  { contextId, content }: A2aQuestion,
  last: StoredTurn | undefined,
): A2aTurn {
  const { message: said } = parse(z.object({ message: Messages }), {
    message: [{ role: 'user', content }],
  })
  const whole = last ? [...last.before, last.answer, ...said] : said
  const { message: messages } = parse(z.object({ message: ReadMessages }), { message: whole })
  const runId = crypto.randomUUID()
  return { input: { threadId: contextId, runId, messages }, before: messages }
}

const NO_TASKS = 'There is no such task: a task ends with its stream, and is not kept.'

function noTask() {
  return new A2aError('TASK_NOT_FOUND', NO_TASKS)
}

function noPushNotifications() {
  const message = 'Push notifications are not supported: read the stream of SendStreamingMessage.'
  return new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', message)
}

const TaskParams = z.object({ id: z.string().min(1) })
const MAX_PAGE = 100
const DEFAULT_PAGE = 50
const ListParams = z.object({ pageSize: z.int().min(1).max(MAX_PAGE).nullish() })

/** The result of any other method: no task outlives its stream. */
export function otherA2aResult({ method, params }: A2aCall): object {
  if (/^(Get|Cancel|SubscribeTo)Task$/.test(method)) {
    parse(TaskParams, params)
    throw noTask()
  }
  if (method === 'ListTasks') {
    const { pageSize } = parse(ListParams, params)
    return { tasks: [], nextPageToken: '', pageSize: pageSize ?? DEFAULT_PAGE, totalSize: 0 }
  }
  if (/^(Create|Get|List|Delete)TaskPushNotificationConfigs?$/.test(method)) {
    throw noPushNotifications()
  }
  if (method === 'GetExtendedAgentCard') {
    const message = 'There is no extended card: the one at /.well-known/agent-card.json has it all.'
    throw new A2aError('UNSUPPORTED_OPERATION', message)
  }
  throw new A2aError('METHOD_NOT_FOUND', 'There is no such method.')
}
