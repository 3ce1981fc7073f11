import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root } from '../local/data-folder.ts'
import { UserFacingError } from '../local/user-facing-error.ts'
import type { Command } from './command.ts'
import { randomToken } from '#platform/primitives/ids.ts'

const SECRET = /^(\w+_(?:SECRET|KEY|PASSWORD))=$/gm
/** Secrets of services that are not ours. */
const FOREIGN: readonly string[] = ['SMTP_PASSWORD', 'SEAL_BUCKET_PASSWORD', 'FILE_BUCKET_PASSWORD']
const OF_COMPOSE = 'tlsCAFile=/ca/ca.crt'

/** Where the events are stored: each option with its EVENTSTORE_URL and its profiles of docker-compose.yml. */
const STORES = {
  '--single': [`esdb://admin@eventstore:2113?${OF_COMPOSE}`, 'single,catcher'],
  '--cluster': [
    `esdb://admin@eventstore-1:2113,eventstore-2:2113,eventstore-3:2113?${OF_COMPOSE}`,
    'cluster,catcher',
  ],
  '--database': ['database', 'catcher'],
} as const
export type Store = keyof typeof STORES

const USAGE = `FILE [${Object.keys(STORES).join(' | ')}]`

/** Names of the settings in `.env.example` that are secrets. */
const secretsIn = (example: string): readonly string[] => [...example.matchAll(SECRET)].map(([, key]) => key!)

/** Returns `.env.example` for a store, with the path of a file in `folder` for each secret. */
export const freshEnv = (example: string, store: Store, folder: string): string => {
  const [url, profiles] = STORES[store]
  return example
    .replaceAll(SECRET, (_, key: string) => `${key}_FILE=${join(folder, key)}`)
    .replace(/^EVENTSTORE_URL=$/m, `EVENTSTORE_URL=${url}`)
    .replace(/^COMPOSE_PROFILES=.*$/m, `COMPOSE_PROFILES=${profiles}`)
}

/** Never overwrites anything: its secrets may open stored data. */
const requireNew = (path: string): void => {
  if (existsSync(path)) throw new UserFacingError(`${path} exists already and was not changed.`)
}

const write = (path: string, text: string, mode: number): void => {
  writeFileSync(path, text, { flag: 'wx' })
  // Without regard to the umask: the accounts of containers read the secrets, and only their folder protects them.
  chmodSync(path, mode)
}

const writeAll = (path: string, env: string, folder: string, keys: readonly string[]): void => {
  for (const one of [path, folder]) requireNew(one)
  try {
    mkdirSync(folder, { mode: 0o700 })
    for (const key of keys) write(join(folder, key), FOREIGN.includes(key) ? '' : randomToken(), 0o644)
    write(path, env, 0o600)
  } catch (error) {
    throw new UserFacingError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The owner of the database, and the role of the processes. */
const ROLES = [
  ['vieraugen', 'MIGRATE_DATABASE_PASSWORD'],
  ['vieraugen_app', 'DATABASE_PASSWORD'],
] as const

const told = (path: string, folder: string, store: Store): string =>
  [
    `${path} and ${folder} are written. Keep a copy of both. Set PUBLIC_BASE_URL, SMTP_URL, MAIL_FROM, CONTACT_EMAIL and IMPRINT,`,
    `and write the password of the mail server into ${join(folder, 'SMTP_PASSWORD')}.`,
    'Docker Compose creates the accounts of its stores. Without it, correct the addresses in the file, and create the accounts:',
    `  PostgreSQL    psql ${[
      ...ROLES.map(([role, key]) => `-c "create role ${role} login password '$(cat ${join(folder, key)})'"`),
      `-c 'grant vieraugen_app to vieraugen'`,
      `-c 'create database vieraugen owner vieraugen'`,
    ].join(' ')}`,
    store === '--database'
      ? '  EventStoreDB  none: PostgreSQL stores the events, as --database says'
      : `  EventStoreDB  admin, with the password in ${join(folder, 'EVENTSTORE_PASSWORD')}`,
    `  Redis         default, with the password in ${join(folder, 'REDIS_PASSWORD')}`,
  ].join('\n')

const isStore = (arg: string): arg is Store => Object.hasOwn(STORES, arg)

export const writeEnv: Command = {
  usage: USAGE,
  summary: 'writes settings like .env.example, and a folder with fresh secrets beside them',
  run: async (args) => {
    const stores = args.filter(isStore)
    const [file, ...more] = args.filter((arg) => !isStore(arg))
    if (file === undefined || file.startsWith('-') || more.length > 0 || stores.length > 1)
      throw new UserFacingError(`npm run ops -- write-env ${USAGE}`)
    const store = stores[0] ?? '--single'
    const path = resolve(file)
    const folder = join(dirname(path), 'secrets')
    const example = readFileSync(join(root, '.env.example'), 'utf8')
    writeAll(path, freshEnv(example, store, folder), folder, secretsIn(example))
    console.log(told(path, folder, store))
    return 0
  },
}
