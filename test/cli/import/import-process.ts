import { spawn } from 'node:child_process'

interface ImportSetup {
  key?: string | undefined
  stdin?: string
}

/** The command as somebody starts it. */
export function startImport(args: readonly string[], { key, stdin = '' }: ImportSetup = {}) {
  const entry = ['--import', 'tsx', 'src/cli.node.ts', 'import-members']
  const { PLATFORM_API_KEY: _key, ...inherited } = process.env
  const own = Object.entries(inherited).filter(([name]) => !name.startsWith('npm_'))
  const rest = Object.fromEntries(own)
  const env = { ...rest, ...(key !== undefined && { PLATFORM_API_KEY: key }) }
  const child = spawn(process.execPath, [...entry, ...args], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  child.stdin.on('error', () => {}) // it may have ended before it was told anything
  child.stdin.end(stdin)
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }))
  })
  return { child, ended }
}
