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
const LONGEST = 128

/** Of the terminal what is typed is not shown; anything else is read as far as its first line. */
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
    if (stdin.isTTY && (await ask('The same once more: ')) !== password)
      throw new UserFacingError('These are two passwords. Nothing has changed.')
    return password
  } finally {
    lines.close()
  }
}

const checkedPassword = async (): Promise<string> => {
  const password = await readPassword()
  if (password.length >= SUPER_PASSWORD_LENGTH && password.length <= LONGEST) return password
  throw new UserFacingError(
    `A super admin's password has ${SUPER_PASSWORD_LENGTH} to ${LONGEST} characters. Nothing has changed.`,
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
        ? `${email} is a super admin now, and logs in at /login/super.`
        : `${email} has this password from now on, and no passkey; every session has ended.`,
    )
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    if (error.code === 'password.guessable')
      throw new UserFacingError(`${error.message} Nothing has changed.`)
    if (error.code !== 'account.exists') throw error
    throw new UserFacingError(`${email} is the address of an ordinary account. Nothing has changed.`)
  } finally {
    await platform.close()
    await found.close()
  }
}

export const superAdmin: Command = {
  usage: 'create ADDRESS',
  summary:
    'makes a super admin, or sets the password of one anew, ends the sessions and removes the passkeys',
  run: async ([verb, address = '', ...more]) => {
    const email = address.trim()
    if (verb !== 'create' || more.length > 0 || email === '') {
      console.error(USAGE)
      return 2
    }
    if (email.length > 254 || !new RegExp(EMAIL_PATTERN).test(email))
      throw new UserFacingError(`${email} is no address.`)
    await create(email)
    return 0
  },
}
