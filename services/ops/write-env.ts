import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../local/data-folder.ts'
import { UserFacingError } from '../local/user-facing-error.ts'
import type { Command } from './command.ts'
import { randomToken } from '#platform/primitives/ids.ts'

const EMPTY_SECRET = /^(\w+_(?:SECRET|KEY|PASSWORD))=$/gm
const NODES = 'eventstore-1:2113,eventstore-2:2113,eventstore-3:2113'
const CLUSTER = '--cluster'
const USAGE = `FILE [${CLUSTER}]`

const forCluster = (env: string): string => {
  const [, password] = /^EVENTSTORE_ADMIN_PASSWORD=(.+)$/m.exec(env)!
  return env
    .replace(/^COMPOSE_PROFILES=.*$/m, 'COMPOSE_PROFILES=cluster,catcher')
    .replace(/^EVENTSTORE_URL=$/m, `EVENTSTORE_URL=esdb://admin:${password}@${NODES}?tlsCAFile=/ca/ca.crt`)
}

/** Adds the password of PostgreSQL to its address, for runs without compose. */
const withPassword = (env: string): string => {
  const [, password] = /^POSTGRES_PASSWORD=(.+)$/m.exec(env)!
  return env.replace(/^(DATABASE_URL=postgres:\/\/\w+)@/m, `$1:${password}@`)
}

/** Returns `.env.example` with fresh secrets, and with the addresses of docker-compose.yml's cluster on request. */
export const freshEnv = (example: string, isCluster: boolean): string => {
  const env = withPassword(example.replaceAll(EMPTY_SECRET, (_, key: string) => `${key}=${randomToken()}`))
  return isCluster ? forCluster(env) : env
}

/** Never overwrites a file: its secrets may open stored data. */
const writeNew = (path: string, text: string): void => {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new UserFacingError(`${path} exists already and was not changed.`)
    throw new UserFacingError(`${path} cannot be written (${code}).`)
  }
}

export const writeEnv: Command = {
  usage: USAGE,
  summary: 'writes settings like .env.example with fresh secrets',
  run: async (args) => {
    const [file, ...more] = args.filter((arg) => arg !== CLUSTER)
    if (file === undefined || file.startsWith('-') || more.length > 0)
      throw new UserFacingError(`npm run ops -- write-env ${USAGE}`)
    const path = resolve(file)
    const example = readFileSync(join(root, '.env.example'), 'utf8')
    writeNew(path, freshEnv(example, args.includes(CLUSTER)))
    console.log(
      `${path} is written. Set PUBLIC_BASE_URL, SMTP_URL, MAIL_FROM, CONTACT_EMAIL and IMPRINT, and keep a copy of its secrets.`,
    )
    return 0
  },
}
