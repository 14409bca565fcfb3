import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/** How the host behaves. */
export interface Hosting {
  mode?: 'auto' | 'legacy'
  tool?: string
  input?: Record<string, unknown>
  /** What it sends in place of the result of the tool; nothing if `withheld`. */
  result?: object | 'withheld' | 'without-data'
  context?: object
  /** Whether the page may call tools. */
  isDeaf?: boolean
  /** Whether its user prefers reduced motion, which a browser tells a sandbox only after a while. */
  isStill?: boolean
}

const STILL = '<script>matchMedia = (query) => ({ matches: /reduce/.test(query) })</script>'

const CSP = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">`

/** A host with the protocol's own bridge, in the page of a test. */
async function openBoard(hosting: Hosting) {
  const { mode = 'auto', tool: name = 'getTopProducts', input = {}, context = {} } = hosting
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)))
  const tool = (await client.listTools()).tools.find((one) => one.name === name)!
  const ui = tool._meta?.ui as { resourceUri: string }
  const { contents } = await client.readResource({ uri: ui.resourceUri })
  const html = String((contents[0] as { text: string }).text)
  const result = await client.callTool({ name, arguments: input })

  const frame = document.createElement('iframe')
  frame.title = 'Board'
  frame.sandbox.add('allow-scripts')
  frame.style.cssText = 'width: 360px; height: 400px; border: 0'
  document.body.replaceChildren(frame)
  const seen = { opened: [] as string[], heights: [] as number[], calls: [] as unknown[] }
  Object.assign(window, { seen })

  const bridge = new AppBridge(
    null,
    { name: 'host', version: '1' },
    { openLinks: {}, ...(!hosting.isDeaf && { serverTools: {} }) },
    { hostContext: { toolInfo: { tool }, ...context } as never },
  )
  bridge.onopenlink = async ({ url }) => {
    seen.opened.push(url)
    return {}
  }
  bridge.onsizechange = ({ height }) => void seen.heights.push(height ?? 0)
  bridge.oncalltool = async (params) => {
    seen.calls.push(params)
    return (await client.callTool(params)) as never
  }
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: input })
    if (hosting.result === 'withheld') return
    const { structuredContent: _, ...stripped } = result
    const sent = hosting.result === 'without-data' ? stripped : (hosting.result ?? result)
    await bridge.sendToolResult(sent as never)
  }
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!))
  const first = CSP + (hosting.isStill ? STILL : '')
  frame.srcdoc = html.replace('<meta charset', `${first}<meta charset`)
}

Object.assign(window, { openBoard })
