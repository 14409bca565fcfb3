import { reportFailure, UsageError } from './cli/exit.node.ts'
import { runCommand } from './cli/program.node.ts'
import { loadEnvFile } from './config/env-file.node.ts'
import { errorMessage } from './core/error.ts'
import { offerNodeTimeZones } from './runtime/time-zones.node.ts'

const { argv, stdin, stdout, stderr } = process

try {
  offerNodeTimeZones()
  readEnv()
  const code = await runCommand(argv.slice(2), { env: process.env, stdin, stdout, stderr })
  if (code !== undefined) process.exit(code)
} catch (error) {
  process.exit(reportFailure(error, stderr))
}

function readEnv() {
  try {
    loadEnvFile(process.env)
  } catch (error) {
    throw new UsageError(errorMessage(error), { cause: error })
  }
}
