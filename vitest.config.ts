import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { keepCompiledCode } from './tests/support/compiled-code.ts'
import { keepTemporaryFilesInMemory } from './tests/support/memory.ts'
import { slimEndpoints } from './web/slim.ts'

keepTemporaryFilesInMemory()
keepCompiledCode()

/** These replace modules or globals, which would leak into the next file of a shared worker. */
const ISOLATED = [
  'tests/integration/accounts/deferred/deferred-work.test.ts',
  'web/src/shared/api/typebox-stub.test.ts',
  'web/src/shared/reads/polling.test.ts',
  'web/src/shared/reads/query-client.test.ts',
]

export const node = {
  environment: 'node',
  // Files share their worker and its modules: loading them anew for each file took a third of the time.
  isolate: false,
  // As `eventually`: on a busy machine a page needs more than the second that Vitest gives it.
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['tests/support/every-test.ts'],
  globalSetup: ['tests/support/global-setup.ts'],
} satisfies TestProjectInlineConfiguration['test']

export default defineConfig({
  test: {
    // Twice what the slowest test without a limit of its own takes on a machine of a third of the usual speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On two cores: each worker waits a third of its time for a browser, the database or a clock.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'node',
          provide: { isLong: false },
          include: [
            'tests/**/*.test.ts',
            'services/**/*.test.ts',
            'projections/**/*.test.ts',
            'web/src/**/*.test.ts',
          ],
          exclude: ISOLATED,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'isolated',
          isolate: true,
          provide: { isLong: false },
          include: ISOLATED,
        },
      },
      {
        extends: true,
        plugins: [slimEndpoints()],
        test: {
          name: 'components',
          environment: 'jsdom',
          isolate: false,
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
    ],
  },
})
