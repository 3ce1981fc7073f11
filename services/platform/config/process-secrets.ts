/** The settings that are secrets, or addresses with a password. */
const SECRETS = [
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'EVENTSTORE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'SEAL_BUCKET_URL',
  'FILE_BUCKET_URL',
  'JWT_SECRET',
  'TOKEN_SECRET',
  'MASTER_KEY',
  'PASSWORD_KEY',
  'CHECKPOINT_KEY',
  'ADDRESS_KEY',
  'THROTTLE_KEY',
  'VAPID_PRIVATE_KEY',
] as const
export type Secret = (typeof SECRETS)[number]

/** To read the stores, to open personal data, and to check the MACs of rows and events. */
const everybody = ['DATABASE_URL', 'EVENTSTORE_URL', 'MASTER_KEY', 'CHECKPOINT_KEY'] as const

/** The secrets that each process reads, also if it could find more. docker-compose.yml gives it no others. */
export const processSecrets = {
  api: [
    ...everybody,
    'FILE_BUCKET_URL',
    'JWT_SECRET',
    'TOKEN_SECRET',
    'PASSWORD_KEY',
    'ADDRESS_KEY',
    'THROTTLE_KEY',
    // Browsers subscribe with its public half.
    'VAPID_PRIVATE_KEY',
  ],
  projector: everybody,
  worker: [
    ...everybody,
    'REDIS_URL',
    'SMTP_URL',
    'SEAL_BUCKET_URL',
    'FILE_BUCKET_URL',
    'TOKEN_SECRET',
    'ADDRESS_KEY',
    'THROTTLE_KEY',
    'VAPID_PRIVATE_KEY',
  ],
} as const satisfies Record<string, readonly Secret[]>
export type ProcessName = keyof typeof processSecrets

/** The secrets that a process does not read; none for a command or a test, which have no name. */
export const withheldFrom = (process: ProcessName | undefined): ReadonlySet<string> => {
  const reads: readonly Secret[] = process === undefined ? SECRETS : processSecrets[process]
  return new Set(SECRETS.filter((key) => !reads.includes(key)))
}

const refusal = (key: string) => new Error(`${key}: this process is not given it`)

/** Returns the settings; reading a required one that is withheld throws. */
export const guarded = (config: Readonly<Record<string, unknown>>, withheld: Iterable<string>): object => {
  const guard = {}
  for (const key of withheld)
    Object.defineProperty(guard, key, {
      get() {
        throw refusal(key)
      },
    })
  return Object.assign(Object.create(guard) as object, config)
}

export const isGiven = (config: object, key: Secret): boolean => Object.hasOwn(config, key)

/** Returns what `create` makes with the secret. In a process that is not given it, using the result throws. */
export const withSecret = <T extends object>(config: object, key: Secret, create: () => T): T =>
  isGiven(config, key)
    ? create()
    : new Proxy({} as T, {
        get() {
          throw refusal(key)
        },
      })
