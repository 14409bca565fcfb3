import type { TallyBuilder } from './scenario.ts'
import type { Service } from './service.ts'

/** Ends a service that is expected to be up still, and notes how long its event loop was blocked. */
export async function endService(service: Service, builder: TallyBuilder): Promise<void> {
  try {
    builder.blocked((await service.measure()).longestMs)
  } catch (error) {
    builder.wrong(`${error} (exit code ${service.child.exitCode})`)
  }
  await service.kill()
}
