import { agreedTime, systemClock, type Clock } from './primitives/clock.ts'
import { esdbUrl, type Config } from './config/config.ts'
import { databaseTime, openDatabase, type Knex } from './postgres/database.ts'
import { createCodec, type Codec } from './facts/event-codec.ts'
import type { EventStore } from './event-store/event-store.ts'
import { openPostgresEventStore } from './event-store/postgres/postgres-event-store.ts'
import { timed } from './event-store/timed-event-store.ts'
import { createCommands, type Commands } from './commands/execute-command.ts'
import type { Catalogue } from './facts/facts.ts'
import { createFactMacs, type FactMacs } from './facts/fact-macs.ts'
import { requireTakenOver } from './stores/taken-over.ts'
import { createErasures, type Erasures } from './secrets/erasures.ts'
import { createSeals, type Seals } from './seals/seals.ts'
import { createGate, type Gate } from './stores/gate.ts'
import { guarded } from './stores/guarded-event-store.ts'
import { createFingerprints } from './commands/fingerprints.ts'
import { createIdempotencyKeys, type IdempotencyKeys } from './commands/idempotency-keys.ts'
import { parseKeyRing } from './config/key-ring.ts'
import { withSecret, type ProcessName } from './config/process-secrets.ts'
import { createKeys, type Keys } from './secrets/keys.ts'
import { openListener, sharedListener, type Listener } from './postgres/listener.ts'
import type { Logger } from './watch/logger.ts'
import { createMetrics, type Metrics } from './watch/metrics.ts'
import {
  createIdentityProviders,
  type IdentityProviders,
  type ProviderAddresses,
} from './oidc/identity-providers.ts'
import { createPasswords, type HashCost, type Passwords } from './secrets/passwords.ts'
import { createRowMacs, type RowMacs } from './secrets/row-macs.ts'
import { createPositionTokens, type PositionTokens } from './read-models/position-tokens.ts'
import { openPositions, type Positions } from './read-models/positions.ts'
import { watchParkedFacts } from './read-models/nothing-parked.ts'
import { createReadModelAges, type ReadModelAges } from './read-models/read-model-ages.ts'
import type { ReadModelTables } from './postgres/read-tables.ts'
import { createRunningPrograms, type RunningPrograms } from './stores/running-programs.ts'
import { requireCheckpoints, requireStores } from './stores/stores.ts'
import { createProbes, type Probes } from './stores/probes.ts'
import { createReadiness, type Readiness } from './health/readiness.ts'
import { createPush, type Push, type PushOptions } from './push/push.ts'
import { createThrottle, type Throttle } from './limits/throttle.ts'

/** The technical services of a process, opened once and passed to the modules. */
export type Platform = {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  /** Returns the earlier time of this process's clock and the database's. */
  agreedTime(): Promise<Date>
  readonly db: Knex
  readonly rowMacs: RowMacs
  readonly factMacs: FactMacs
  readonly listener: Listener
  readonly metrics: Metrics
  /** Guarded by the gate. */
  readonly eventStore: EventStore
  readonly gate: Gate
  readonly keys: Keys
  readonly erasures: Erasures
  /** Undefined without SEAL_LEDGER. */
  readonly seals: Seals | undefined
  readonly codec: Codec
  readonly runningPrograms: RunningPrograms
  readonly commands: Commands
  readonly idempotencyKeys: IdempotencyKeys
  readonly positions: Positions
  readonly positionTokens: PositionTokens
  readonly readModelAges: ReadModelAges
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly probes: Probes
  /** Returns the health of this process and its dependencies. */
  readiness(): Promise<Readiness>
  readonly identityProviders: IdentityProviders
  /** Null if it is not configured. */
  readonly push: Push | null
  close(): Promise<void>
}

export type PlatformOptions = {
  /** The process of its own that this is; none for the whole product, a command or a test. */
  readonly process?: ProcessName
  readonly log: Logger
  readonly catalogue: Catalogue
  /** The read models that queries read and commands wait for. */
  readonly readModels: readonly ReadModelTables[]
  readonly clock?: Clock
  /** The second clock of `agreedTime`. By default the database's, or `clock` if that is given. */
  readonly witness?: () => Promise<Date>
  /** For tools that inspect stores which may not belong together. */
  readonly isUngated?: boolean
  /** The listener of another part of this process, which also closes it. */
  readonly listener?: Listener
  /** How long a data key may be used, for tests: every erasure waits longer than that. */
  readonly keyLeaseMs?: number
  /** The cost of a hash of a password or PIN, for tests. */
  readonly hashCost?: HashCost
  /** Addresses of identity providers, for tests. */
  readonly providerAddresses?: ProviderAddresses | undefined
  /** The address of a push service, for tests. */
  readonly pushOptions?: PushOptions | undefined
}

/** Longer than any statement of a request. */
const ANSWER_MS = 10_000

export const openPlatform = async (config: Config, options: PlatformOptions): Promise<Platform> => {
  const { log, catalogue, readModels, clock = systemClock, isUngated = false } = options
  const db = openDatabase(config.DATABASE_URL, { answerMs: ANSWER_MS, readModels })
  const witness = options.witness ?? (options.clock ? async () => clock.now() : () => databaseTime(db))
  const listener = options.listener
    ? sharedListener(options.listener)
    : openListener(config.DATABASE_URL, log)
  const metrics = createMetrics()
  const url = esdbUrl(config)
  const store = url
    ? // Its client takes long to load, and an installation without it needs none.
      (await import('./event-store/event-store-db/esdb-event-store.ts')).openEsdbEventStore({ url, log })
    : await openPostgresEventStore({ databaseUrl: config.DATABASE_URL, listener, log })
  const rowMacs = createRowMacs(config.CHECKPOINT_KEY, { log, metrics, now: clock.now })
  const factMacs = createFactMacs(config.CHECKPOINT_KEY, {
    now: clock.now,
    report({ stream, revision, type }) {
      log.error(
        { security: 'fact.altered', stream, revision, type },
        'an event was not written by this product',
      )
      metrics.count('altered_facts_total', { type })
    },
  })
  const gate = createGate(store, {
    async whole() {
      await requireStores({ config, db, eventStore: store })
      rowMacs.takeOver(await requireTakenOver({ eventStore: store, factMacs }))
    },
    checkpoints: () => requireCheckpoints({ db, eventStore: store }),
  })
  const eventStore = timed(isUngated ? store : guarded(store, gate, log), metrics)
  const keys = createKeys(db, parseKeyRing(config.MASTER_KEY), options.keyLeaseMs)
  const runningPrograms = createRunningPrograms(db, catalogue)
  const codec = createCodec(catalogue, keys, runningPrograms.readableByAll, factMacs)
  const fingerprints = createFingerprints(keys, clock)
  const seals =
    config.SEAL_LEDGER === undefined
      ? undefined
      : createSeals({ eventStore, clock, checkpointKey: config.CHECKPOINT_KEY, path: config.SEAL_LEDGER })
  const commands = createCommands(eventStore, codec, fingerprints)
  const positions = openPositions(
    db,
    listener,
    readModels.map(({ name }) => name),
  )
  const stopWatching = watchParkedFacts(db, listener)
  const passwords = withSecret(config, 'PASSWORD_KEY', () =>
    createPasswords(parseKeyRing(config.PASSWORD_KEY), options.hashCost),
  )
  const probes = createProbes(config, db, { gate, eventStore, process: options.process })
  return {
    config,
    log,
    clock,
    agreedTime: agreedTime(clock, witness),
    db,
    rowMacs,
    factMacs,
    listener,
    metrics,
    eventStore,
    gate,
    keys,
    seals,
    erasures: createErasures(keys, config.ERASURE_LEDGER, clock),
    codec,
    runningPrograms,
    commands,
    idempotencyKeys: createIdempotencyKeys(db, fingerprints, clock),
    positions,
    readModelAges: createReadModelAges({ db, eventStore, clock }),
    positionTokens: withSecret(config, 'TOKEN_SECRET', () =>
      createPositionTokens(config.TOKEN_SECRET, eventStore),
    ),
    passwords,
    throttle: withSecret(config, 'THROTTLE_KEY', () => createThrottle(db, config)),
    probes,
    readiness: createReadiness({ db, eventStore, gate, clock, probes, seals }),
    identityProviders: createIdentityProviders(config, { log, addresses: options.providerAddresses }),
    push: createPush(config, options.pushOptions),
    async close() {
      positions.close()
      stopWatching()
      await eventStore.close()
      await listener.close()
      await db.destroy()
    },
  }
}
