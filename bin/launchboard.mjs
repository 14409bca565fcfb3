#!/usr/bin/env node
import { existsSync } from 'node:fs'

const built = new URL('../dist/launchboard.js', import.meta.url)
if (existsSync(built)) {
  await import(built.href)
} else {
  console.error('launchboard: not built yet: run `npm ci && npm run build` first.')
  process.exitCode = 2
}
