import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { UserFacingError } from '../local/user-facing-error.ts'
import { EMAIL_PATTERN } from '#contract/common.ts'
import { Rejected } from '#contract/errors.ts'
import { setSuperAdmin, SUPER_PASSWORD_LENGTH } from '#modules/accounts/super-admins.ts'
import { allEvents } from '#modules/all.events.ts'
import { openPlatform } from '#platform/platform.ts'
import { requireSecrets } from '#platform/secrets/secret-marks.ts'
import { createLogger } from '#platform/watch/logger.ts'

const USAGE = 'npm run ops -- super-admin create ADDRESS'
const MAX_PASSWORD_LENGTH = 128

/** Reads a password without echo from a terminal, else the first line of the input. */
const readPassword = async (): Promise<string> => {
  const { stdin, stderr } = process
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY })
  lines.on('SIGINT', () => process.exit(130))
  const typed = lines[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string> => {
    if (stdin.isTTY) stderr.write(question)
    const { value } = await typed.next()
    if (stdin.isTTY) stderr.write('\n')
    return value ?? ''
  }
  try {
    const password = await ask(`Password, at least ${SUPER_PASSWORD_LENGTH} characters: `)
    if (stdin.isTTY && (await ask('Repeat the password: ')) !== password)
      throw new UserFacingError('The passwords differ. Nothing has changed.')
    return password
  } finally {
    lines.close()
  }
}

const checkedPassword = async (): Promise<string> => {
  const password = await readPassword()
  if (password.length >= SUPER_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH) return password
  throw new UserFacingError(
    `A super admin's password needs ${SUPER_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters. Nothing has changed.`,
  )
}

const create = async (email: string): Promise<void> => {
  const password = await checkedPassword()
  const found = await openOpsDatabase()
  const log = createLogger('error')
  const platform = await openPlatform(found.config, { log, catalogue: allEvents, readModels: [] })
  try {
    await requireSecrets(platform)
    const outcome = await setSuperAdmin(platform, { email, password })
    console.log(
      outcome === 'created'
        ? `${email} is now a super admin. Log in at /login/super.`
        : `The password of ${email} is changed; the passkeys are removed and all sessions are ended.`,
    )
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    if (error.code === 'password.guessable')
      throw new UserFacingError(`${error.message} Nothing has changed.`)
    if (error.code !== 'account.exists') throw error
    throw new UserFacingError(`${email} belongs to an ordinary account. Nothing has changed.`)
  } finally {
    await platform.close()
    await found.close()
  }
}

export const superAdmin: Command = {
  usage: 'create ADDRESS',
  summary: 'creates a super admin, or resets one: sets the password, removes passkeys, ends sessions',
  run: async ([verb, address = '', ...more]) => {
    const email = address.trim()
    if (verb !== 'create' || more.length > 0 || email === '') {
      console.error(USAGE)
      return 2
    }
    if (email.length > 254 || !new RegExp(EMAIL_PATTERN).test(email))
      throw new UserFacingError(`${email} is not an address.`)
    await create(email)
    return 0
  },
}
