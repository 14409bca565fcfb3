import { existsSync } from 'node:fs'
import { reportFailure } from './cli/exit.node.ts'
import { runCommand } from './cli/run-command.node.ts'

const { argv, stdin, stdout, stderr } = process

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const code = await runCommand(argv.slice(2), { env: process.env, stdin, stdout, stderr })
  if (code !== undefined) process.exit(code)
} catch (error) {
  process.exit(reportFailure(error, stderr))
}
