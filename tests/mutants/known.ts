import type { Mutant } from './mutate.ts'

const ESDB = 'services/platform/event-store/event-store-db'
const ENDS = 'tests/resilience/processes/ends.test.ts'
const RACES = 'tests/integration/two-processes/requests.test.ts'
const APPLY = 'tests/integration/read-models/apply.test.ts'

/** Mutants that once survived: a file, its text, what the text becomes, and the test file that states the rule. */
const KNOWN: readonly (readonly [string, string, string, string])[] = [
  [
    'services/modules/requests/pairs/pair-try.store.ts',
    "await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`pair_tries ${pairId}`])",
    '',
    RACES,
  ],
  ['services/platform/secrets/challenges.ts', 'if (!spent)', 'if (false)', RACES],
  [
    'services/platform/effects/relay.ts',
    'if (due.length < PAGE) return',
    'return',
    'tests/integration/effects/relay.test.ts',
  ],
  ['projections/engine/runner/checkpoints.ts', " AND c.state <> 'retiring'", '', APPLY],
  ['projections/engine/runner/apply.ts', 'event.position > position', 'event.position >= position', APPLY],
  ['projections/engine/runner/apply.ts', 'fact of facts)', 'fact of facts.toReversed())', APPLY],
  [
    'services/platform/postgres/leader-lock.ts',
    'AbortSignal.any([signal, lost.signal])',
    'signal',
    'tests/resilience/processes/leader-locks.test.ts',
  ],
  [
    'services/platform/primitives/append-line.ts',
    'await file.sync()',
    '',
    'tests/integration/secrets/erasures.test.ts',
  ],
  [
    'services/platform/limits/throttle.ts',
    'await forgive(use)',
    '{}',
    'tests/integration/accounts/login/throttle.test.ts',
  ],
  [`${ESDB}/esdb-read.ts`, 'if (max < 1) return []', '', `${ESDB}/esdb-read.test.ts`],
  [`${ESDB}/esdb-read.ts`, 'if (read.length < maxCount) ', '', `${ESDB}/esdb-read.test.ts`],
  [`${ESDB}/esdb-client.ts`, 'if (watched.has(answering)) return', '', `${ESDB}/esdb-client.test.ts`],
  [`${ESDB}/esdb-live.ts`, 'waiting.push(event)', '', `${ESDB}/esdb-live.test.ts`],
  [
    'services/platform/event-store/postgres/subscribe-all.ts',
    'retryMs = retryAfterMs.first\n      return page',
    'return page',
    'services/platform/event-store/postgres/subscribe-all.test.ts',
  ],
  ['services/platform/run-process.ts', 'if (await drain(opened)) return code', '', ENDS],
  ['services/platform/run-process.ts', 'opened.defer(() => platform.close())', '', ENDS],
  [
    'services/modules/accounts/user.decider.ts',
    "if (state.role !== role) throw new Rejected('account.exists')",
    '',
    'services/modules/accounts/user.decider.test.ts',
  ],
  [
    'services/modules/workspaces/subscription/period.decider.ts',
    'endsOn > addYears(today, ETERNAL_YEARS)',
    'endsOn >= addYears(today, ETERNAL_YEARS)',
    'services/modules/workspaces/subscription/period.decider.test.ts',
  ],
]

/** Returns them with their tests. Throws if the source no longer has the text that one of them changes. */
export const knownMutants = (
  textOf: (path: string) => string,
): readonly { readonly mutant: Mutant; readonly tests: readonly string[] }[] =>
  KNOWN.map(([path, from, to, test]) => {
    const [before = '', ...after] = textOf(path).split(from)
    if (after.length !== 1) throw new Error(`${path} does not contain \`${from}\` once: correct known.ts`)
    const text = `${before}${to}${after[0]}`
    return {
      mutant: { path, line: before.split('\n').length, what: `known: ${from} → ${to}`, text },
      tests: [test],
    }
  })
