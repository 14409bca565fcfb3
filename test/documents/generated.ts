import type { Command } from 'commander'
import * as z from 'zod'
import { createProgram } from '../../src/cli/program.node.ts'
import { Variables } from '../../src/config/config.ts'
import { AppError, type ErrorCode } from '../../src/core/error.ts'
import { PlatformError, type PlatformErrorCode } from '../../src/platform/platform-error.ts'
import { createTools } from '../../src/tools/tools.ts'
import { PROVIDERS } from '../../src/web/dashboard/agents/agent-fields.ts'
import { Openapi, operationsOf } from '../../src/web/docs/openapi.ts'
import { testApp } from '../helper/test-services.ts'

/** The parts of the documents that are made from the code, by the name in their comment. */
export const PARTS: Readonly<Record<string, () => string | Promise<string>>> = {
  tools,
  providers,
  routes,
  errors: () => codeTable(ERRORS, (code) => new AppError(code, '').status),
  'platform-errors': () => codeTable(PLATFORM_ERRORS, (code) => new PlatformError(code, '').status),
  variables,
  command,
}

const PART = /(<!-- generated: ([\w-]+) -->\n).*?(<!-- end -->)/gs

/** A document with its generated parts as they should be. */
export async function withParts(document: string): Promise<string> {
  let text = document
  for (const [whole, begin = '', name = '', end = ''] of document.matchAll(PART)) {
    const part = PARTS[name]
    if (!part) throw new Error(`no generated part is named ${name}`)
    const content = await part()
    text = text.replace(whole, () => `${begin}\n${content}\n\n${end}`)
  }
  return text
}

/** What people wrote. */
export function withoutParts(document: string): string {
  return document.replace(PART, '')
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('  |', ' |')
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n')
}

const code = (text: string) => `\`${text}\``

function tools(): string {
  const { services } = testApp()
  const rows = createTools(services).map(({ name, title, input }) => {
    const fields = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}
    return [code(name), title, Object.keys(fields).map(code).join(', ')]
  })
  return table(['tool', 'answers with', 'input'], rows)
}

const BODIES: Readonly<Record<string, string>> = {
  '/agent': '`RunAgentInput` of AG-UI 1.0',
  '/stream': '`{thread_id, run_id, messages, tools?}`',
  '/api/ui/chat': '`{id, runId, trigger, messages, tools?}`',
  '/api/agents/ranking/generate': '`{messages, threadId, runId, tools?, clientTools?}`',
}

function providers(): string {
  const rows = PROVIDERS.map(({ label, value, wire, builtInPath, explained }) => [
    label,
    code(value),
    builtInPath ? (BODIES[builtInPath] ?? '') : value === 'rasa' ? '`{sender, message}`' : '–',
    builtInPath || value === 'rasa' ? wire : explained,
    builtInPath ? code(builtInPath) : '–',
  ])
  return table(['provider', '`integrateWith`', 'body', 'answer', "this service's own agent"], rows)
}

async function routes(): Promise<string> {
  const { openapiDocument } = await import('../helper/openapi-document.ts')
  const document = Openapi.parse(await openapiDocument())
  const sections = document.tags.map(({ name, description }) => {
    const rows = operationsOf(document, name).map(({ method, path, summary, parameters }) => [
      code(`${method.toUpperCase()} ${path}`),
      summary,
      parameters
        .filter(({ in: place }) => place === 'query')
        .map((parameter) => code(parameter.name))
        .join(', '),
    ])
    return `## ${name}\n\n${description}\n\n${table(['route', '', 'query'], rows)}`
  })
  return sections.join('\n\n')
}

/** The compiler asks for a line for each code. */
const ERRORS: Readonly<Record<ErrorCode, string>> = {
  'invalid-request': 'The request is invalid; the sentence names the field.',
  unauthenticated: 'A token is missing or not valid.',
  forbidden: 'The origin, the host or the caller is not allowed.',
  'not-found': 'There is no such route, product, run or agent.',
  'method-not-allowed': 'Another method: `Allow` lists them.',
  'not-kept':
    'The turn that the request continues is unknown or no longer kept: send the conversation. OpenAI clients see it as `previous_response_not_found`.',
  gone: 'The cursor has expired: start again without it.',
  'payload-too-large': 'The body is larger than 1 MiB.',
  'unsupported-media-type': 'The body is encoded in a way that is not read.',
  'rate-limited': 'Too many calls: wait for `Retry-After`.',
  cancelled: 'The caller left. It is only seen in the log.',
  internal: 'A bug. The log has its cause.',
  'upstream-failed': 'An upstream or the model failed.',
  'upstream-unavailable': 'An upstream is not called at the moment: wait for `Retry-After`.',
  'not-configured': 'A variable or a database is missing; the sentence names it.',
  unavailable: 'The database or the process is busy: try again after `Retry-After`.',
  'upstream-timeout': 'An upstream or the model took too long.',
}

const PLATFORM_ERRORS: Readonly<Record<PlatformErrorCode, string>> = {
  ERR_BAD_REQUEST: 'The request is invalid; `details` names the fields.',
  ERR_PAYLOAD_TOO_LARGE: 'The body is larger than 1 MiB.',
  ERR_UNSUPPORTED_MEDIA_TYPE: 'The body is encoded in a way that is not read.',
  AUTH_ERR_EMPTY_APIKEY: 'There is no key and no token.',
  AUTH_ERR_APIKEY_NOT_FOUND: 'The API key is not valid.',
  AUTH_ERR_AUTH_TOKEN_NOT_FOUND: 'The auth token is unknown, expired or revoked: sign in again.',
  AUTH_ERR_NO_ACCESS: 'This credential may not do that.',
  ERR_API_NOT_FOUND: 'There is no such route.',
  ERR_METHOD_NOT_ALLOWED: 'Another method: `Allow` lists them.',
  ERR_TOO_MANY_REQUESTS: 'Too many calls: wait for `Retry-After`.',
  ERR_REQUEST_CANCELLED: 'The caller left. It is only seen in the log.',
  ERR_MISSION_FAILED: 'A bug. The log has its cause.',
  ERR_NOT_CONFIGURED: 'A variable is missing; the message names it.',
  ERR_SERVICE_UNAVAILABLE: 'The database is busy or full: try again after `Retry-After`.',
  ERR_TIMEOUT: 'The database took too long. Whether the call was carried out is unknown.',
  ERR_UID_NOT_FOUND: 'There is no such user.',
  ERR_AUTH_TOKEN_NOT_FOUND: 'The user has no such token.',
  ERR_GUID_NOT_FOUND: 'There is no such group.',
  ERR_UID_ALREADY_EXISTS: 'The uid is taken.',
  ERR_GUID_ALREADY_EXISTS: 'The guid is taken.',
  ERR_GROUP_NOT_JOINED: 'The user is not a member of the group.',
  ERR_BANNED_GROUPMEMBER: 'The user is banned from the group.',
  ERR_ALREADY_JOINED: 'The user is a member already.',
  ERR_OWNER_EXIT_FORBIDDEN: 'The owner cannot leave the group.',
  ERR_GROUP_NO_MODERATOR_SCOPE: "The user's scope does not allow it.",
  ERR_CONVERSATION_NOT_FOUND: 'The conversation has no messages.',
  ERR_IMPORT_INVALID_MEMBER_FORMAT: 'A record of an import is invalid.',
  ERR_IMPORT_INVALID_JOINEDAT: '`joinedAt` of a record is invalid.',
  ERR_MESSAGE_ID_NOT_FOUND: 'There is no such message.',
  ERR_MESSAGE_NO_ACCESS: 'The user may not see or change the message.',
  ERR_MESSAGE_DELETED: 'The message is deleted.',
  ERR_MESSAGE_NOT_EDITABLE: 'A notice, a running answer or a returned result cannot be edited.',
  ERR_MUID_ALREADY_EXISTS: 'The sender has used this `muid` for another message.',
  ERR_REACTION_LIMIT_EXCEEDED: 'The message has too many different reactions.',
  ERR_AGENT_NOT_FOUND: 'There is no such agent.',
  ERR_TOOL_NOT_FOUND: 'There is no such action.',
  ERR_TOOL_ALREADY_EXISTS: 'The name of the action is taken.',
  ERR_TOOL_IN_USE: 'An agent uses the action.',
}

function codeTable<Code extends string>(
  meanings: Readonly<Record<Code, string>>,
  statusOf: (code: Code) => number,
): string {
  const codes = Object.keys(meanings).filter((one): one is Code => one in meanings)
  const rows = codes.map((one) => [code(one), String(statusOf(one)), meanings[one]])
  return table(['code', 'status', 'meaning'], rows)
}

function variables(): string {
  const { properties = {} } = z.toJSONSchema(Variables, { io: 'input', unrepresentable: 'any' })
  const defaults: Readonly<Record<string, unknown>> = Variables.parse({})
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { description, default: written, enum: options } = Described.parse(schema)
    // A list is not shown as it is parsed, but as it is written.
    const preset = written ?? (typeof defaults[name] === 'object' ? undefined : defaults[name])
    const values = options ? ` One of ${options.map(code).join(', ')}.` : ''
    return [code(name), preset === undefined ? '–' : code(String(preset)), description + values]
  })
  return table(['variable', 'default', 'meaning'], rows)
}

/** A variable without a description is not documented. */
const Described = z.object({
  description: z.string(),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
})

function command(): string {
  const terminal = { env: {}, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr }
  const program = createProgram(terminal, async () => {}).configureHelp({ helpWidth: 100 })
  const sections = program.commands.map(
    (one) => `## ${one.name()}\n\n${fenced(helpOf(one.copyInheritedSettings(program)))}`,
  )
  return [fenced(helpOf(program)), ...sections].join('\n\n')
}

/** With what is added after it, which `helpInformation` leaves out. */
function helpOf(one: Command): string {
  let help = ''
  one.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return help.trim()
}

function fenced(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``
}
