import { defineConfig } from 'vitest/config'
import { node } from './vitest.config.ts'

/**
 * `npm run test:long`: tests that repeat something by chance (`rounds` of tests/support/rounds.ts), with many rounds, and those
 * that `npm test` leaves out (`isLong`).
 * A test holds this list against the files that use it.
 */
export default defineConfig({
  test: {
    ...node,
    maxWorkers: 2,
    // A thousand rounds on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    provide: { isLong: true },
    include: [
      'tests/e2e/accounts/google-and-microsoft.test.ts',
      'tests/e2e/accounts/waiting-devices.test.ts',
      'tests/e2e/product/installed.test.ts',
      'tests/e2e/product/phone-screens.test.ts',
      'tests/e2e/product/public.test.ts',
      'tests/e2e/product/read-models.test.ts',
      'tests/e2e/product/steady-layout.test.ts',
      'tests/e2e/product/trouble.test.ts',
      'tests/e2e/requests/approver.test.ts',
      'tests/e2e/requests/attacked-checks.test.ts',
      'tests/e2e/requests/checks.test.ts',
      'tests/e2e/requests/clerk.test.ts',
      'tests/e2e/requests/interrupted-checks.test.ts',
      'tests/e2e/workspaces/desk.test.ts',
      'tests/integration/accounts/deletion/deletions.test.ts',
      'tests/integration/accounts/login/throttle.test.ts',
      'tests/integration/accounts/pairing/pairing.test.ts',
      'tests/integration/accounts/passwords/password-reset.test.ts',
      'tests/integration/accounts/sign-up/addresses-at-random.test.ts',
      'tests/integration/http/malformed-at-random.test.ts',
      'tests/integration/accounts/devices/vouch-races.test.ts',
      'tests/integration/operations/dockerfile.test.ts',
      'tests/integration/workspaces/changes/change-races.test.ts',
      'tests/attacks/calls-around.test.ts',
      'tests/integration/workspaces/changes/protection-lifts.test.ts',
      'tests/attacks/guessed-numbers.test.ts',
      'tests/integration/requests/digests.test.ts',
      'tests/integration/requests/several-at-once.test.ts',
      'tests/integration/requests/call-check/verification-races.test.ts',
      'tests/integration/requests/limits/request-limits.test.ts',
      'tests/integration/workspaces/deleted-workspaces.test.ts',
      'tests/integration/workspaces/participants/participant-races.test.ts',
      'tests/integration/workspaces/history/audit-search.test.ts',
      'tests/integration/workspaces/time.test.ts',
      'tests/resilience/crashes/killed.test.ts',
      'tests/resilience/crashes/kills.test.ts',
      'tests/resilience/outages/database-outage.test.ts',
      'tests/resilience/processes/local-mode.test.ts',
      'tests/resilience/processes/mail-worker.test.ts',
      'tests/resilience/processes/processes.test.ts',
      'tests/resilience/processes/promotions.test.ts',
      'tests/resilience/processes/rolling-upgrade.test.ts',
      'tests/resilience/processes/stalled.test.ts',
      'tests/resilience/processes/starts.test.ts',
      'tests/resilience/stores/esdb-cluster.test.ts',
      'tests/resilience/stores/esdb-faults.test.ts',
      'tests/resilience/stores/exchanged-stores.test.ts',
      'tests/resilience/stores/known-store.test.ts',
      'tests/resilience/stores/restore.test.ts',
    ],
  },
})
