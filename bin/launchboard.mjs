#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

// As `dist/node.js` does, with Node 22 and later: a start that compiles nothing.
module.enableCompileCache?.()

const built = new URL('../dist/launchboard.js', import.meta.url)
if (existsSync(built)) {
  await import(built.href)
} else {
  console.error('launchboard: not built yet: run `npm ci && npm run build` first.')
  process.exitCode = 2
}
