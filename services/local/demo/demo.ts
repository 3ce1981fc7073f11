import { randomBytes } from 'node:crypto'
import type { DemoLogin } from '#contract/mailbox.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import type { Platform } from '#platform/platform.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { createAct } from './act.ts'
import type { Person } from './people.ts'
import { createStory } from './story.ts'
import { workDaysBefore } from './work-days.ts'

/** Thirteen weeks. */
const WORK_DAYS = 65

const newPassword = (): string => randomBytes(10).toString('hex').match(/.{5}/g)!.join('-')

/** Whether there is no workspace, by the read model. */
export const isEmpty = async ({ db }: Pick<Platform, 'db'>): Promise<boolean> =>
  (await db('workspaces').first('id')) === undefined

/**
 * Fills an empty installation with a company of sixty people and three months of work. Executes real commands with past times,
 * and resolves when the read models have reached them. Stop the worker before: a running one sends mails before their outcome
 * is recorded. `mailsLastDay` lets the next worker send the mails of the last work day. Throws UserFacingError if there is a
 * workspace.
 */
export const createDemo = async (
  platform: Platform,
  { mailsLastDay }: { readonly mailsLastDay: boolean },
): Promise<readonly DemoLogin[]> => {
  const { clock, eventStore, passwords, positions } = platform
  if (!(await isEmpty(platform)))
    throw new UserFacingError(
      'This installation has workspaces, and the demo needs an empty one. Choose another folder with DATA_DIR.',
    )
  const now = clock.now()
  const days = workDaysBefore(now, WORK_DAYS)
  const act = createAct(platform, mailsLastDay ? days.at(-1)! : now)
  const { steps, logins } = createStory(platform, act, { days, now })
  for (const { at, run } of steps) await run(at)
  const credentials = createCredentials(platform)
  const login = async (as: DemoLogin['as'], { userId, addressHash, email }: Person): Promise<DemoLogin> => {
    const password = newPassword()
    await credentials.set(userId, addressHash, await passwords.hash(password))
    return { as, email, password }
  }
  const made = [
    await login('admin', logins.admin),
    await login('requester', logins.requester),
    await login('approver', logins.approver),
    await login('super admin', logins.operator),
  ]
  const head = await eventStore.head()
  await positions.reached(head!, ['users', 'workspaces', 'requests', 'audit'], READ_MODELS_MS)
  return made
}

/** Longer than projectors take for the facts of the demo. */
const READ_MODELS_MS = 60_000
