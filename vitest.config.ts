import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig } from 'vitest/config'

/** Tests that run inside workerd too, one for each thing that a runtime may do in its own way. */
const SMOKE = [
  'test/client/client.test.ts',
  'test/http/read-json.test.ts',
  'test/sources/search-words.test.ts',
  'test/http/stream-response.test.ts',
  'test/ranking/time-zones.property.test.ts',
  'test/routes/streams.test.ts',
  'test/storage/{database,migrations}.test.ts',
  'test/platform/answers/follow-answer.test.ts',
  'test/platform/people/import-file.test.ts',
  'test/runs/{kept-turns,resumable-runs}.test.ts',
]

/** Tests that run inside workerd alone. */
const WORKERD = ['test/worker.test.ts', 'test/**/*.worker.test.ts']

/** Tests that take long and seldom fail alone: `npm run test:slow`. */
const SLOW = ['test/**/*.slow.test.ts', 'test/deploy/**/*.test.ts']

const PAGE = ['test/web/**/*.test.ts']

/** A busy machine takes its time; what hangs still ends. A shared one may hiccup, once. */
const TOLERANCE = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  retry: process.env.CI ? 1 : 0,
}

/** The same for `vi.waitFor`, which has no option of its own here. */
const PATIENCE = 'test/helper/patience.setup.ts'

const NODE = {
  ...TOLERANCE,
  setupFiles: [PATIENCE, 'test/helper/libsql.setup.ts'],
}

export default defineConfig({
  test: {
    // Most of the time is spent waiting: for a browser, a process, a Worker.
    maxWorkers: 2,
    // Once for all projects: each would put a folder into that of another, which then goes away.
    globalSetup: ['test/helper/temporary-folder.ts', 'test/helper/build.ts'],
    projects: [
      {
        test: {
          ...NODE,
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...WORKERD, ...SLOW, ...PAGE],
          // Modules are loaded once for all files: loading them for each took longer than the tests.
          isolate: false,
        },
      },
      {
        // A browser serves all files of a worker.
        test: {
          ...NODE,
          name: 'page',
          include: PAGE,
          exclude: SLOW,
          isolate: false,
        },
      },
      { test: { ...NODE, name: 'slow', include: SLOW } },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { MIGRATIONS: await readD1Migrations('data/migrations') },
              // Fewer than are deployed, so that a test is soon there.
              ratelimits: { LIMITER: { simple: { limit: 40, period: 60 } } },
            },
          }),
        ],
        test: {
          name: 'workerd',
          ...TOLERANCE,
          // One isolate for all: to start one a file takes five times as long as the tests do.
          isolate: false,
          setupFiles: [PATIENCE, 'test/helper/d1.setup.ts'],
          include: [...SMOKE, ...WORKERD],
          exclude: ['test/**/*.node.test.ts'],
        },
      },
    ],
  },
})
