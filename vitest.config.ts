import { defineConfig } from 'vitest/config'
import { slimEndpoints } from './web/slim.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'tests/**/*.test.ts',
            'services/**/*.test.ts',
            'projections/**/*.test.ts',
            'web/src/**/*.test.ts',
          ],
          setupFiles: ['tests/support/every-test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [slimEndpoints()],
        test: {
          name: 'components',
          environment: 'jsdom',
          // One page after another, as in a browser: half the time.
          isolate: false,
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
    ],
  },
})
