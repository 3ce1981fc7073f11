import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import { EMAIL_PATTERN } from '#contract/common.ts'
import { faultsOfKeyRing } from './key-ring.ts'
import { readSetting, type Env } from './read-setting.ts'
import { guarded, withheldFrom, type ProcessName } from './process-secrets.ts'
import { isKeyRing, secretWeaknesses } from './secret-weaknesses.ts'
import { faultsOfList } from './listed-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { fileSettings } from './file-settings.ts'
import { sealSettings } from './seal-settings.ts'
import { witnessSettings } from './witness-settings.ts'

/** The settings of all processes. Secrets have no defaults; local mode generates them. */
const secret = (description: string) => Type.String({ minLength: 32, description })
const password = (url: string) =>
  Type.Optional(
    Type.String({ description: `Password of the account in ${url}; absent: ${url} has it, or needs none` }),
  )
const keyRing = (description: string) =>
  Type.String({ description: `${description}; one secret, or numbered secrets: 1:old,2:new` })

/** The EVENTSTORE_URL of a table in PostgreSQL. */
const DATABASE = 'database'

export const ConfigSchema = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 3000,
    description: 'Port of the app and the API',
  }),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  HEALTH_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 9464,
    description:
      'Port of /health and /metrics; each process on the same machine needs its own; npm start has none',
  }),
  HEALTH_HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address that HEALTH_PORT listens on; it has no access control',
  }),
  PUBLIC_BASE_URL: Type.String({
    pattern: '^https?://[^/]+$',
    description: 'Origin of all links in mails; Host headers are never trusted',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      description:
        'Reverse proxies whose X-Forwarded-For is trusted: addresses and networks, separated by commas; absent: none',
    }),
  ),
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description:
      'PostgreSQL, with the role of the processes, for example postgres://vieraugen_app@127.0.0.1:5432/vieraugen',
  }),
  DATABASE_PASSWORD: password('DATABASE_URL'),
  MIGRATE_DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'The same database with the role that owns it, for ops migrate only; absent: the role of DATABASE_URL migrates, and owns everything',
    }),
  ),
  MIGRATE_DATABASE_PASSWORD: password('MIGRATE_DATABASE_URL'),
  EVENTSTORE_URL: Type.Optional(
    Type.String({
      pattern: `^(esdb(\\+discover)?://.*|${DATABASE})$`,
      description: `EventStoreDB, for example esdb://admin@127.0.0.1:2113?tlsCAFile=ca.crt, or ${DATABASE} for a PostgreSQL table; absent: npm start uses ${DATABASE}, and no other process starts`,
    }),
  ),
  EVENTSTORE_PASSWORD: password('EVENTSTORE_URL'),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: '^rediss?://',
      description:
        'Redis for the job queue, for example redis://default@127.0.0.1:6379; absent: compose uses its own, otherwise one worker has all jobs in its memory',
    }),
  ),
  REDIS_PASSWORD: password('REDIS_URL'),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://',
      description:
        'Mail server, for example smtps://NAME@mail.example:465; absent: npm start shows a mailbox, compose catches all mails, and no other worker starts',
    }),
  ),
  SMTP_PASSWORD: password('SMTP_URL'),
  MAIL_FROM: Type.String({
    default: 'Vieraugen <no-reply@vieraugen.example>',
    description: 'Sender of every mail',
  }),
  CONTACT_EMAIL: Type.Optional(
    Type.String({
      pattern: EMAIL_PATTERN,
      maxLength: 254,
      description:
        'Address that receives messages of the contact form and requests for offers; absent: npm start invents one, and no other api or worker starts',
    }),
  ),
  IMPRINT: Type.Optional(
    Type.String({
      minLength: 20,
      maxLength: 2_000,
      description:
        'The legal notice on /imprint: name, address, representative, e-mail, with | between lines; absent: npm start shows a placeholder, and no other api starts',
    }),
  ),
  ACCESS_CODE: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^\\S(.*\\S)?$',
      description: 'Code that visitors enter on / before it offers the sign-up; absent: everybody sees it',
    }),
  ),
  DEMO_URL: Type.Optional(
    Type.String({
      pattern: '^https://[^\\s"\'<>]+$',
      description: 'Address of the page to book a demo; absent: / has no button for it',
    }),
  ),
  GOOGLE_CLIENT_ID: Type.Optional(
    Type.String({ pattern: '^\\S+$', description: 'Client id at Google; absent: no sign-in with Google' }),
  ),
  MICROSOFT_CLIENT_ID: Type.Optional(
    Type.String({
      pattern: '^\\S+$',
      description: 'Client id at Microsoft; absent: no sign-in with Microsoft',
    }),
  ),
  MICROSOFT_TENANTS: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36})*$',
      description: 'Microsoft tenants that may sign in: ids, separated by commas; absent: all',
    }),
  ),
  PASSWORD_MIN_LENGTH: Type.Integer({
    minimum: 6,
    maximum: 15,
    default: 6,
    description: 'Minimum length of a new password, 6 to 15; super admins always need 15',
  }),
  SUPER_ADMIN_PASSKEY: Type.Union([Type.Literal('optional'), Type.Literal('required')], {
    default: 'required',
    description:
      'Whether super admins need a passkey besides their password; npm start: optional; required: without one they log in only within 15 minutes after super-admin create, to add it',
  }),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'pino level' },
  ),
  STALL_SECONDS: Type.Integer({
    minimum: 1,
    default: 60,
    description: 'Seconds that a process may stand still before it ends itself, to be started again',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Receiver of traces (OTLP over HTTP), for example http://127.0.0.1:4318; absent: no traces',
    }),
  ),
  DEVICE_WAIT_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
    description:
      'How long a further device waits before it can sign, unless somebody vouches for it, and a call-back number before it counts, in hours',
  }),
  PROTECTION_LIFT_DAYS: Type.Integer({
    minimum: 3,
    maximum: 90,
    default: 7,
    description:
      'How long admins and approvers can stop a super admin who lifts the protection of their people, in days',
  }),
  MASS_MAILS_A_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 60,
    description:
      'How many invitations, reminders to set up a device and digests go in a minute over all workers; other mails go at once',
  }),
  TRIAL_DAYS: Type.Integer({ minimum: 0, default: 30, description: 'Length of a trial, in days' }),
  ...limitSettings,
  ERASURE_LEDGER: Type.Optional(
    Type.String({
      description:
        'File outside all backups that lists erasures, so that a restore repeats them; absent: nothing can be erased',
    }),
  ),
  ...sealSettings,
  ...witnessSettings,
  ...fileSettings,
  JWT_SECRET: secret('Signs access tokens'),
  TOKEN_SECRET: secret('Derives tokens in mails and session ids, and encrypts positions'),
  MASTER_KEY: keyRing('Encrypts the data keys that seal personal data'),
  PASSWORD_KEY: keyRing('Keys the hashes of passwords and PINs'),
  CHECKPOINT_KEY: keyRing(
    'Signs the checkpoints of audit logs and the seals of the log, and makes the MACs of rows and events',
  ),
  ADDRESS_KEY: secret(
    'Keys the HMACs of mail addresses and of identities at Google and Microsoft; never change it',
  ),
  THROTTLE_KEY: secret('Keys the HMACs that throttles count by'),
  VAPID_PRIVATE_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description:
        'Identifies this installation to push services: 32 bytes as base64url, for example from openssl rand -base64 32 | tr +/ -_ | tr -d =; absent: no push notifications',
    }),
  ),
})
export type Config = Static<typeof ConfigSchema>

/** Returns the address of EventStoreDB, or undefined if a table in PostgreSQL stores the events. */
export const esdbUrl = ({ EVENTSTORE_URL }: Pick<Config, 'EVENTSTORE_URL'>): string | undefined =>
  EVENTSTORE_URL === DATABASE ? undefined : EVENTSTORE_URL

type Key = keyof Config

const keys = Object.keys(ConfigSchema.properties) as Key[]

type Given = Readonly<Record<string, unknown>>

/** Placeholders of an imprint. */
const IMPRINT_PLACEHOLDER =
  /change.?me|placeholder|lorem|\bexample\b|\bmuster(mann|frau|firma|stra(ß|ss)e|stadt)?\b/i

const imprintFaults = ({ IMPRINT }: Given): readonly string[] =>
  typeof IMPRINT === 'string' && IMPRINT_PLACEHOLDER.test(IMPRINT)
    ? ['IMPRINT: is a placeholder; write who runs this installation']
    : []

const HINTS: { readonly [key in Key]?: string } = {
  EVENTSTORE_URL: `; ${DATABASE} stores the events in a PostgreSQL table`,
  SEAL_BUCKET_URL: '; write https://KEY_ID@HOST/BUCKET, and the secret into SEAL_BUCKET_PASSWORD',
  FILE_BUCKET_URL: '; write https://KEY_ID@HOST/BUCKET, and the secret into FILE_BUCKET_PASSWORD',
}

/** Checks a single setting, because the validator stops after a few faults. */
const faultOfSetting = (
  config: Readonly<Record<string, unknown>>,
  key: Key,
  needs: readonly Key[],
): readonly string[] => {
  const schema: TSchema = ConfigSchema.properties[key]
  const value = config[key]
  if (value === undefined)
    return [...ConfigSchema.required, ...needs].includes(key) ? [`${key}: is missing${HINTS[key] ?? ''}`] : []
  if (faultsOfList[key] && typeof value === 'string') return faultsOfList[key](value)
  if (isKeyRing(key) && typeof value === 'string')
    return faultsOfKeyRing(value).map((fault) => `${key}: ${fault}`)
  return Value.Errors(schema, value)
    .slice(0, 1)
    .map(({ message }) => `${key}: ${message}${HINTS[key] ?? ''}`)
}

export type ConfigOptions = {
  /** Local mode accepts weak secrets and a placeholder imprint. */
  readonly isLocal?: boolean
  /** Optional settings that this process requires. */
  readonly needs?: readonly Key[]
  /** Reads only the secrets of this process. */
  readonly process?: ProcessName | undefined
}

/** Parses `env` and the files that it names. Ignores unknown keys. Throws one Error that lists every fault, without values. */
export const readConfig = (
  env: Env,
  { isLocal = false, needs = [], process }: ConfigOptions = {},
): Config => {
  const given: Record<string, string> = {}
  const faults = new Map<Key, readonly string[]>()
  const withheld = withheldFrom(process)
  const read = keys.filter((key) => !withheld.has(key))
  for (const key of read) {
    try {
      const value = readSetting(env, key)
      if (value !== undefined) given[key] = value
    } catch (error) {
      faults.set(key, [(error as Error).message])
    }
  }
  const config = Value.Default(ConfigSchema, Value.Convert(ConfigSchema, given)) as Record<string, unknown>
  for (const key of read) if (!faults.has(key)) faults.set(key, faultOfSetting(config, key, needs))
  const all = [
    ...[...faults.values()].flat(),
    ...(isLocal ? [] : [...secretWeaknesses(given), ...imprintFaults(given)]),
  ]
  const Read = Type.Omit(ConfigSchema, [...withheld])
  const isRequired = (key: string) => ConfigSchema.required.some((one) => one === key)
  if (all.length === 0 && Value.Check(Read, config))
    return guarded(config, [...withheld].filter(isRequired)) as Config
  throw new Error(`The configuration is not complete:\n${all.map((fault) => `  ${fault}`).join('\n')}`)
}
