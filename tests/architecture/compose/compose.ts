import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import Type, { type Static } from 'typebox'
import { parse } from 'yaml'
import { ConfigSchema } from '#platform/config/config.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { freshEnv } from '../../../services/ops/write-env.ts'
import { root } from '../source-graph.ts'

const strings = Type.Array(Type.String())
const strict = { additionalProperties: false }

/** The part of the Compose Specification that we use. It finds misspelt keys and values that YAML reads as another type. */
export const ServiceSchema = Type.Object(
  {
    image: Type.String(),
    build: Type.Optional(Type.String()),
    pull_policy: Type.Optional(Type.Literal('never')),
    logging: Type.Object(
      {
        driver: Type.Literal('local'),
        options: Type.Object({ 'max-size': Type.String(), 'max-file': Type.String() }, strict),
      },
      strict,
    ),
    configs: Type.Optional(Type.Array(Type.Object({ source: Type.String(), target: Type.String() }, strict))),
    secrets: Type.Optional(strings),
    networks: Type.Optional(strings),
    profiles: Type.Optional(strings),
    init: Type.Optional(Type.Boolean()),
    read_only: Type.Optional(Type.Boolean()),
    user: Type.Optional(Type.String()),
    network_mode: Type.Optional(Type.Literal('none')),
    cap_drop: Type.Optional(strings),
    cap_add: Type.Optional(strings),
    security_opt: Type.Optional(strings),
    tmpfs: Type.Optional(strings),
    shm_size: Type.Optional(Type.String()),
    mem_limit: Type.String({ pattern: '^\\d+m$' }),
    restart: Type.Union([Type.Literal('no'), Type.Literal('unless-stopped')]),
    stop_grace_period: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
    entrypoint: Type.Optional(strings),
    command: Type.Optional(strings),
    environment: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    ports: Type.Optional(strings),
    volumes: Type.Optional(strings),
    healthcheck: Type.Object(
      {
        disable: Type.Optional(Type.Boolean()),
        test: Type.Optional(strings),
        interval: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
        timeout: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
        start_period: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
        retries: Type.Optional(Type.Integer()),
      },
      strict,
    ),
    depends_on: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ condition: Type.String(), required: Type.Optional(Type.Literal(false)) }, strict),
      ),
    ),
  },
  strict,
)
export type Service = Static<typeof ServiceSchema>

type Network = { readonly subnet: string; readonly gateway: string }

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')
export const composeText = read('docker-compose.yml')
export const compose = parse(composeText, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly [Network] } }
    readonly stores: { readonly internal: boolean }
  }
  readonly configs: Readonly<Record<string, { readonly content: string }>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
}
export const services = Object.entries(compose.services)
export const ours = services.filter(([, { image }]) => image.startsWith('vieraugen:'))
export const example = parseEnv(read('.env.example')) as Record<string, string>
export const profiles = ['single', 'cluster'] as const
export const nodes = ['eventstore-1', 'eventstore-2', 'eventstore-3'] as const

export const isSecret = (key: string) => /(_SECRET|_KEY|_PASSWORD)$/.test(key)
/** Names of the product's settings that are secrets. */
export const secretKeys = Object.keys(ConfigSchema.properties).filter((key) => isSecret(key))
export const isOneShot = ({ restart }: Service) => restart === 'no'
export const isStarted = (profile: string, name: string) =>
  compose.services[name]!.profiles?.includes(profile) ?? true
export const startedIn = (profile: string) => services.filter(([name]) => isStarted(profile, name))

/** A folder with a value for each secret, in place of the one that write-env creates. */
export const secretsFolder = mkdtempSync(join(tmpdir(), 'vieraugen-compose-'))
for (const key of Object.keys(compose.secrets)) writeFileSync(join(secretsFolder, key), randomToken())
// Several test files of one worker share it.
process.on('exit', () => rmSync(secretsFolder, { recursive: true, force: true }))

/** `.env` as write-env creates it, plus the values that a person has to fill in. */
export const envOf = (profile: (typeof profiles)[number]): Record<string, string> => ({
  ...(parseEnv(freshEnv(read('.env.example'), `--${profile}`, secretsFolder)) as Record<string, string>),
  PUBLIC_BASE_URL: 'https://vieraugen.example',
  IMPRINT: 'Praxis GmbH | Hauptweg 1 | 10115 Berlin',
  CONTACT_EMAIL: 'office@praxis.example',
})

/** Substitutes variables as Compose does, the innermost first, because a default may contain a variable. */
export const substitute = (value: string | number, env: Readonly<Record<string, string>>): string => {
  const given = String(value).replaceAll(
    /\$\{(\w+)(?::?([-?])([^{}]*))?\}/g,
    (_, key: string, kind: string, otherwise: string) => {
      if (!env[key] && kind === '?') throw new Error(`${key} is missing`)
      return env[key] || otherwise
    },
  )
  return given === value ? given : substitute(given, env)
}

export const environmentOf = ({ environment = {} }: Service, env: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [
      key,
      substitute(value, env).replace(/^\/run\/secrets\b/, secretsFolder),
    ]),
  )
