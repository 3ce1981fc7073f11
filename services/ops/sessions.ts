import { EMAIL_PATTERN } from '#contract/common.ts'
import { endSessionsOf } from '#modules/accounts/sessions/end-sessions.ts'
import { allEvents } from '#modules/all.events.ts'
import { openPlatform } from '#platform/platform.ts'
import { requireSecrets } from '#platform/secrets/secret-marks.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { UserFacingError } from '../local/user-facing-error.ts'
import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'

const USAGE = 'npm run ops -- sessions end ADDRESS'

const end = async (email: string): Promise<void> => {
  const found = await openOpsDatabase()
  const log = createLogger('error')
  const platform = await openPlatform(found.config, { log, catalogue: allEvents, readModels: [] })
  try {
    await requireSecrets(platform)
    if (!(await endSessionsOf(platform, email)))
      throw new UserFacingError(`No account has the address ${email}. Nothing has changed.`)
    console.log(`All sessions of ${email} are ended.`)
  } finally {
    await platform.close()
    await found.close()
  }
}

export const sessions: Command = {
  usage: 'end ADDRESS',
  summary: 'ends all sessions of an account',
  run: async ([verb, address = '', ...more]) => {
    const email = address.trim()
    if (verb !== 'end' || more.length > 0 || email === '') {
      console.error(USAGE)
      return 2
    }
    if (email.length > 254 || !new RegExp(EMAIL_PATTERN).test(email))
      throw new UserFacingError(`${email} is not an address.`)
    await end(email)
    return 0
  },
}
