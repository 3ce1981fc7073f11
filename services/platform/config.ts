import Type, { type Static } from 'typebox'
import Value from 'typebox/value'

/** Settings of the processes, each with what it does. Secrets have no defaults; local mode generates its own. */
const secret = (description: string) => Type.String({ minLength: 32, description })

export const ConfigSchema = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000, description: 'Port of app and API' }),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  PUBLIC_BASE_URL: Type.String({
    pattern: '^https?://[^/]+$',
    description: 'Origin that links in mails begin with; no Host header is ever believed',
  }),
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://', description: 'PostgreSQL' }),
  SMTP_URL: Type.Optional(
    Type.String({ pattern: '^smtps?://', description: 'Mail server; absent: the local mailbox' }),
  ),
  MAIL_FROM: Type.String({
    default: 'Vieraugen <no-reply@vieraugen.example>',
    description: 'Sender of every mail',
  }),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'pino level' },
  ),
  TRIAL_DAYS: Type.Integer({ minimum: 0, default: 30, description: 'Length of a trial, in days' }),
  RATE_FACTOR: Type.Integer({
    minimum: 1,
    default: 1,
    description: 'Multiplies every rate that is no guess at a secret',
  }),
  JWT_SECRET: secret('Signs access tokens'),
  TOKEN_SECRET: secret('Derives the tokens in mails'),
  MASTER_KEY: secret('Wraps the keys that seal personal data'),
  PEPPER: secret('Enters every hash of passwords, PINs, addresses and fingerprints'),
})
export type Config = Static<typeof ConfigSchema>

/** Parses `env` once; throws one Error that lists every fault. Unknown keys are left alone. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(
    Object.keys(ConfigSchema.properties).flatMap((key) =>
      env[key] === undefined || env[key] === '' ? [] : [[key, env[key]]],
    ),
  )
  const config = Value.Default(ConfigSchema, Value.Convert(ConfigSchema, given))
  if (Value.Check(ConfigSchema, config)) return config
  const faults = Value.Errors(ConfigSchema, config).map(
    (fault) => `  ${fault.instancePath.slice(1) || 'configuration'}: ${fault.message}`,
  )
  throw new Error(`The configuration is not complete:\n${[...new Set(faults)].join('\n')}`)
}
