// Every benchmark in turn, each in a process of its own. None of them decides anything.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

const here = new URL('.', import.meta.url)
const only = process.argv[2] ?? ''

for (const file of readdirSync(here).filter((name) => name.endsWith('.bench.ts'))) {
  if (!file.includes(only)) continue
  console.log(`\n## ${file.replace('.bench.ts', '')}`)
  const { pathname } = new URL(file, here)
  spawnSync(process.execPath, ['--import', 'tsx', pathname, ...process.argv.slice(3)], {
    stdio: 'inherit',
  })
}
