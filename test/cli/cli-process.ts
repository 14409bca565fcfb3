import { type ChildProcess, spawn } from 'node:child_process'

export interface Ended {
  /** Absent when a signal ended it. */
  code: number | null
  stdout: string
  stderr: string
}

export interface CliProcess {
  child: ChildProcess
  /** Resolves once so much of the text was printed. */
  printed(text: string): Promise<void>
  ended: Promise<Ended>
}

interface CliOptions {
  env?: Record<string, string>
  stdin?: string
  cwd?: string
}

/** The environment without what npm and a developer have put into it. */
export function cleanEnv(env: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, ...env }
}

/** The built command with these arguments. */
export function startCli(args: readonly string[], options: CliOptions = {}): CliProcess {
  return startProcess(process.execPath, ['bin/launchboard.mjs', ...args], options)
}

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<Ended> {
  return startCli(args, options).ended
}

export function startProcess(
  file: string,
  args: readonly string[],
  { env, stdin = '', cwd }: CliOptions = {},
): CliProcess {
  const child = spawn(file, args, { env: cleanEnv(env), ...(cwd !== undefined && { cwd }) })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  child.stdin.on('error', () => {}) // it may have ended before it read anything
  child.stdin.end(stdin)
  return {
    child,
    printed: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if ((output.stdout + output.stderr).includes(text)) resolve()
        }
        child.stdout.on('data', look)
        child.stderr.on('data', look)
        look()
      }),
    ended: new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, ...output }))
    }),
  }
}
