import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { slimEndpoints } from './web/slim.ts'

/** Tests that repeat something by chance (`rounds` of tests/support/rounds.ts). `npm run test:long` gives them more rounds. */
const LONG = [
  'tests/integration/accounts/deletion/deletions.test.ts',
  'tests/integration/accounts/sign-up/addresses-at-random.test.ts',
  'tests/integration/http/malformed-at-random.test.ts',
  'tests/integration/requests/call-check/verification-races.test.ts',
  'tests/integration/workspaces/deleted-workspaces.test.ts',
  'tests/integration/workspaces/participants/participant-races.test.ts',
  'tests/integration/workspaces/time.test.ts',
  'tests/resilience/crashes/kills.test.ts',
  'tests/resilience/processes/promotions.test.ts',
  'tests/resilience/stores/esdb-cluster.test.ts',
  'tests/resilience/stores/esdb-faults.test.ts',
  'tests/resilience/stores/exchanged-stores.test.ts',
]

/** These replace modules or globals, which would leak into the next file of a shared worker. */
const ISOLATED = [
  'tests/integration/accounts/deferred/deferred-work.test.ts',
  'web/src/shared/api/typebox-stub.test.ts',
  'web/src/shared/reads/polling.test.ts',
  'web/src/shared/reads/query-client.test.ts',
]

const node = {
  environment: 'node',
  // Files share their worker and its modules: loading them anew for each file took a third of the time.
  isolate: false,
  setupFiles: ['tests/support/every-test.ts'],
  globalSetup: ['tests/support/global-setup.ts'],
} satisfies TestProjectInlineConfiguration['test']

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'node',
          maxWorkers: 2,
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
          maxWorkers: 2,
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
          maxWorkers: 2,
          isolate: false,
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
      {
        extends: true,
        test: { ...node, name: 'long', maxWorkers: 2, provide: { isLong: true }, include: LONG },
      },
    ],
  },
})
