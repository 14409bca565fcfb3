import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  type CallToolResult,
  ErrorCode,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { ABOUT } from '../about.ts'
import { AppError } from '../error.ts'
import type { Log } from '../log.ts'
import { parse } from '../parse.ts'
import type { Caller } from '../source/source.ts'
import { loggedCall } from '../tool/logged-call.ts'
import type { Tool } from '../tool/tool.ts'
import { instructions } from './instructions.ts'
import { toolList } from './tool-list.ts'

export interface McpDeps {
  tools: readonly Tool[]
  log: Log
  defaultTimezone: string
}

const ToolCall = z.object({ name: z.string(), arguments: z.looseObject({}).default({}) })

/** Makes servers that offer the tools; one serves one caller, whose abort reaches the tool. */
export function mcpServers({ tools, log, defaultTimezone }: McpDeps) {
  const options = {
    capabilities: { tools: {} },
    instructions: instructions(defaultTimezone),
    jsonSchemaValidator: { getValidator: neverAsked },
  }
  let list: ListToolsResult | undefined

  return (caller: Caller, requestId: string): Server => {
    const server = new Server(ABOUT, options)
    // The SDK's own way checks each call three times, and calls a wrong one an internal error.
    server.fallbackRequestHandler = async ({ method, params }) => {
      if (method === 'tools/list') {
        list ??= toolList(tools)
        return list
      }
      if (method !== 'tools/call') throw refused(ErrorCode.MethodNotFound, 'Unknown method')
      const { data: call } = ToolCall.safeParse(params)
      if (!call) throw refused(ErrorCode.InvalidParams, 'A call has a name and arguments')
      const tool = tools.find(({ name }) => name === call.name)
      if (!tool) throw refused(ErrorCode.InvalidParams, 'Unknown tool')
      const deps = { log: log.with({ requestId, tool: tool.name }), caller }
      return callTool(tool, call.arguments, deps)
    }
    return server
  }
}

/** A failure, of the arguments too, is a result: the model that called reads it and does better. */
async function callTool(
  { input, run }: Tool,
  given: unknown,
  deps: { log: Log; caller: Caller },
): Promise<CallToolResult> {
  try {
    const output = await loggedCall(async () => run(parse(input, given), deps.caller), deps)
    return { content: [text(JSON.stringify(output))], structuredContent: output }
  } catch (error) {
    return { content: [text(AppError.from(error).message)], isError: true }
  }
}

/** The SDK's own error writes its code into the message, where each client does so again. */
function refused(code: ErrorCode, message: string) {
  return Object.assign(new Error(message), { code })
}

function text(text: string) {
  return { type: 'text' as const, text }
}

/** For the answers to a server's questions, of which we have none. */
function neverAsked(): never {
  throw new Error('MCP: nobody was asked anything')
}
