import { type App, createApp } from './app.ts'
import { parseConfig } from './config.ts'
import { createServices } from './services.ts'

// Built on the first request, because bindings exist only then; kept for the isolate's life.
let app: App | undefined

export default {
  fetch(request: Request, env: Record<string, unknown>) {
    app ??= createApp(createServices(parseConfig(env), { now: () => new Date(), write }))
    return app.fetch(request)
  },
}

// The platform ends each record with a line break of its own.
function write(line: string) {
  console.log(line.trimEnd())
}
