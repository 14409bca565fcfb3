// The types of Workers come as globals, which would replace those that Node and browsers share.
declare module 'cloudflare:workers' {
  import { CloudflareWorkersModule } from '@cloudflare/workers-types'
  export = CloudflareWorkersModule
}

declare module '*.wasm' {
  const module: WebAssembly.Module

  // biome-ignore lint/style/noDefaultExport: so it is imported
  export default module
}
