import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'tests/**/*.test.ts',
      'services/**/*.test.ts',
      'projections/**/*.test.ts',
      'web/src/**/*.test.ts',
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
