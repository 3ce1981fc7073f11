import { readFileSync } from 'node:fs'
import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import { EMAIL_PATTERN } from '#contract/common.ts'
import { faultsOfKeyRing, secretsIn } from './key-ring.ts'
import { faultsOfProxies } from './trusted-proxies.ts'

/** The settings of all processes. Secrets have no defaults; local mode generates them. */
const secret = (description: string) => Type.String({ minLength: 32, description })
const keyRing = (description: string) =>
  Type.String({ description: `${description}; one secret, or numbered ones: 1:old,2:new` })

export const ConfigSchema = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000, description: 'Port of app and API' }),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  HEALTH_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 9464,
    description: 'Port of /health of each process that is not npm start; one for each on the same machine',
  }),
  HEALTH_HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address that HEALTH_PORT listens on; nothing there asks who you are',
  }),
  PUBLIC_BASE_URL: Type.String({
    pattern: '^https?://[^/]+$',
    description: 'Origin that links in mails begin with; no Host header is ever believed',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      description:
        'Reverse proxies whose X-Forwarded-For is believed: addresses and networks, with commas between; absent: none',
    }),
  ),
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL, such as postgres://vieraugen:PASSWORD@127.0.0.1:5432/vieraugen',
  }),
  EVENTSTORE_URL: Type.Optional(
    Type.String({
      pattern: '^esdb(\\+discover)?://',
      description:
        'EventStoreDB, such as esdb://127.0.0.1:2113?tls=false; absent: compose takes its single one, else a table in PostgreSQL keeps the facts',
    }),
  ),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: '^rediss?://',
      description:
        'Redis, such as redis://default:PASSWORD@127.0.0.1:6379, where jobs wait; absent: compose takes its own, else they wait in PostgreSQL',
    }),
  ),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://',
      description:
        'Mail server, such as smtps://NAME:PASSWORD@mail.example:465; absent: npm start has a mailbox, compose a catcher that delivers nothing, and no other worker starts',
    }),
  ),
  MAIL_FROM: Type.String({
    default: 'Vieraugen <no-reply@vieraugen.example>',
    description: 'Sender of every mail',
  }),
  CONTACT_EMAIL: Type.Optional(
    Type.String({
      pattern: EMAIL_PATTERN,
      maxLength: 254,
      description:
        'Address that gets the messages of the contact form and requests for offers; absent: npm start makes one up, and no other api or worker starts',
    }),
  ),
  IMPRINT: Type.Optional(
    Type.String({
      minLength: 20,
      maxLength: 2_000,
      description:
        'Who runs this installation, as the law wants it on /imprint: name, address, who represents it, e-mail, with | between lines; absent: npm start says so, and no other api starts',
    }),
  ),
  ACCESS_CODE: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^\\S(.*\\S)?$',
      description:
        'What visitors have to type before / shows them the way to sign up; absent: it is shown to all',
    }),
  ),
  DEMO_URL: Type.Optional(
    Type.String({
      pattern: '^https://[^\\s"\'<>]+$',
      description: 'Page where a demo can be booked; absent: / has no button for it',
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
      description: 'Tenant ids whose people may sign in, by commas; absent: of every organisation',
    }),
  ),
  PASSWORD_MIN_LENGTH: Type.Integer({
    minimum: 6,
    maximum: 15,
    default: 6,
    description:
      'Characters that a password has at least when it is set, 6 to 15; of a super admin always 15',
  }),
  SUPER_ADMIN_PASSKEY: Type.Union([Type.Literal('optional'), Type.Literal('required')], {
    default: 'optional',
    description:
      'Whether super admins must have a passkey beside their password; required: whoever has none gets in no more',
  }),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'pino level' },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'Where traces go by OTLP over HTTP, such as http://127.0.0.1:4318; absent: there are none',
    }),
  ),
  TRIAL_DAYS: Type.Integer({ minimum: 0, default: 30, description: 'Length of a trial, in days' }),
  RATE_FACTOR: Type.Integer({
    minimum: 1,
    default: 1,
    description: 'Multiplies every rate that is no guess at a secret',
  }),
  ERASURE_LEDGER: Type.Optional(
    Type.String({
      description:
        'File outside every backup, where each erasure is written for the day of a restore; absent: nothing can be erased',
    }),
  ),
  JWT_SECRET: secret('Signs access tokens'),
  TOKEN_SECRET: secret('Derives the tokens in mails and the ids of sessions, and seals positions'),
  MASTER_KEY: keyRing('Wraps the keys that seal personal data'),
  PASSWORD_KEY: keyRing('Enters every hash of passwords and PINs'),
  CHECKPOINT_KEY: keyRing('Signs the checkpoints of audit logs'),
  ADDRESS_KEY: secret('Names every address, and every identity at Google or Microsoft; never changes'),
  THROTTLE_KEY: secret('Names what throttles count'),
  VAPID_PRIVATE_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description:
        'By which push services know who sends: 32 bytes as base64url, such as from openssl rand -base64 32 | tr +/ -_ | tr -d =; absent: no push notifications',
    }),
  ),
})
export type Config = Static<typeof ConfigSchema>

type Env = Readonly<Record<string, string | undefined>>
type Key = keyof Config

const keys = Object.keys(ConfigSchema.properties) as Key[]

/**
 * Returns the value of `KEY`, or the trimmed contents of the file that `KEY_FILE` names (container secrets). Undefined if neither is
 * set. Throws if both are set or the file cannot be read.
 */
export const readSetting = (env: Env, key: Key): string | undefined => {
  const value = env[key]
  const file = env[`${key}_FILE`]
  if (value && file) throw new Error(`${key}: is given, and so is ${key}_FILE`)
  if (value || !file) return value || undefined
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    throw new Error(`${key}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    })
  }
}

const KEY_RINGS = ['MASTER_KEY', 'PASSWORD_KEY', 'CHECKPOINT_KEY'] as const
const SECRETS = [
  'JWT_SECRET',
  'TOKEN_SECRET',
  'ADDRESS_KEY',
  'THROTTLE_KEY',
  'VAPID_PRIVATE_KEY',
  ...KEY_RINGS,
] as const
const isKeyRing = (key: Key): boolean => KEY_RINGS.some((ring) => ring === key)
const PLACEHOLDER = /change.?me|password|secret|example|default/i

const isWeak = (value: string): boolean =>
  new Set(value).size < 8 || /^(.+?)\1+$/.test(value) || PLACEHOLDER.test(value)

type Given = Readonly<Record<string, unknown>>

/** Returns each secret with the name of its setting, and its number if there are several. */
const secretsOf = (given: Given): readonly { readonly key: string; readonly value: string }[] =>
  SECRETS.flatMap((key) => {
    const value = given[key]
    if (typeof value !== 'string') return []
    if (!isKeyRing(key)) return [{ key, value }]
    const secrets = secretsIn(value)
    const nameOf = (number: number) => (secrets.length > 1 ? `${key} (number ${number})` : key)
    return secrets.map((one) => ({ key: nameOf(one.number), value: one.secret }))
  })

/** Returns the faults of secrets that are long enough: easy to guess, or equal to another. */
export const secretWeaknesses = (given: Given): readonly string[] =>
  secretsOf(given).flatMap(({ key, value }, i, all) => {
    const same = all.slice(0, i).find((other) => other.value === value)
    return [
      ...(isWeak(value) ? [`${key}: is easy to guess; take one from openssl rand -base64 48`] : []),
      ...(same ? [`${key}: is the same as ${same.key}`] : []),
    ]
  })

/** Placeholders of an imprint. */
const IMPRINT_PLACEHOLDER =
  /change.?me|placeholder|lorem|\bexample\b|\bmuster(mann|frau|firma|stra(ß|ss)e|stadt)?\b/i

const imprintFaults = ({ IMPRINT }: Given): readonly string[] =>
  typeof IMPRINT === 'string' && IMPRINT_PLACEHOLDER.test(IMPRINT)
    ? ['IMPRINT: is a placeholder; write who runs this installation']
    : []

/** Checks a single setting, because the validator stops after a few faults. */
const faultOfSetting = (
  config: Readonly<Record<string, unknown>>,
  key: Key,
  needs: readonly Key[],
): readonly string[] => {
  const schema: TSchema = ConfigSchema.properties[key]
  const value = config[key]
  if (value === undefined)
    return [...ConfigSchema.required, ...needs].includes(key) ? [`${key}: is missing`] : []
  if (key === 'TRUST_PROXY' && typeof value === 'string') return faultsOfProxies(value)
  if (isKeyRing(key) && typeof value === 'string')
    return faultsOfKeyRing(value).map((fault) => `${key}: ${fault}`)
  return Value.Errors(schema, value)
    .slice(0, 1)
    .map(({ message }) => `${key}: ${message}`)
}

export type ConfigOptions = {
  /** Local mode accepts weak secrets and a placeholder imprint. */
  readonly isLocal?: boolean
  /** Optional settings that this process requires. */
  readonly needs?: readonly Key[]
}

/** Parses `env` and the files that it names. Ignores unknown keys. Throws one Error that lists every fault, without values. */
export const readConfig = (env: Env, { isLocal = false, needs = [] }: ConfigOptions = {}): Config => {
  const given: Record<string, string> = {}
  const faults = new Map<Key, readonly string[]>()
  for (const key of keys) {
    try {
      const value = readSetting(env, key)
      if (value !== undefined) given[key] = value
    } catch (error) {
      faults.set(key, [(error as Error).message])
    }
  }
  const config = Value.Default(ConfigSchema, Value.Convert(ConfigSchema, given)) as Record<string, unknown>
  for (const key of keys) if (!faults.has(key)) faults.set(key, faultOfSetting(config, key, needs))
  const all = [
    ...[...faults.values()].flat(),
    ...(isLocal ? [] : [...secretWeaknesses(given), ...imprintFaults(given)]),
  ]
  if (all.length === 0 && Value.Check(ConfigSchema, config)) return config
  throw new Error(`The configuration is not complete:\n${all.map((fault) => `  ${fault}`).join('\n')}`)
}
