import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig } from 'vitest/config'

/** Tests that run on Node and inside workerd alike. */
const PORTABLE = [
  'test/access/*.test.ts',
  'test/http/*.test.ts',
  'test/routes/**/*.test.ts',
  'test/services/pick-access.test.ts',
  'test/agent/{run-agent,run-record,run-tools,model-client,step}.test.ts',
  'test/protocols/**/*.test.ts',
  'test/sources/call-policy/*.test.ts',
  'test/sources/cache/*.test.ts',
  'test/chat/**/*.test.ts',
  'test/storage/*.test.ts',
  'test/client/**/*.test.ts',
]

/** Tests that run inside workerd alone. */
const WORKERD = ['test/worker.test.ts', 'test/**/*.worker.test.ts']

/** A busy machine takes its time; what hangs still ends. A shared one may hiccup, once. */
const TOLERANCE = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  retry: process.env.CI ? 1 : 0,
}

export default defineConfig({
  test: {
    // Most of the time is spent waiting: for a browser, a process, a Worker.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          ...TOLERANCE,
          globalSetup: ['test/helper/temporary-folder.ts', 'test/helper/build-thread.ts'],
          setupFiles: ['test/helper/libsql.setup.ts'],
          include: ['test/**/*.test.ts'],
          exclude: WORKERD,
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: { bindings: { MIGRATIONS: await readD1Migrations('data/migrations') } },
          }),
        ],
        test: {
          name: 'workerd',
          ...TOLERANCE,
          // One isolate for all: to start one a file takes five times as long as the tests do.
          isolate: false,
          setupFiles: ['test/helper/d1.setup.ts'],
          include: [...PORTABLE, ...WORKERD],
          exclude: ['test/**/*.node.test.ts'],
        },
      },
    ],
  },
})
