import { Rejected } from '#contract/errors.ts'
import { currentUser, updateUserSettings } from '#contract/accounts/users.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { linkedProviders, userById } from '#projections/users/queries.ts'
import type { Credentials } from '#modules/accounts/passwords/credential.store.ts'
import { userDecider } from './user.decider.ts'
import { userStream } from './user.events.ts'

export const userRoutes = (
  routes: Routes,
  { db, commands }: Platform,
  { credentials }: { readonly credentials: Credentials },
): void => {
  routes.query(currentUser, async ({ caller: { userId } }) => {
    const user = await userById(db, userId)
    if (!user) throw new Rejected('session.ended')
    const password = (await credentials.has(userId)) ? (['password'] as const) : []
    return { ...user, signInMethods: [...password, ...(await linkedProviders(db, userId))] }
  })

  routes.command(updateUserSettings, async (call) => {
    const { userId, role } = call.caller
    const { language } = call.body
    const { position } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'user', userId, role }),
      command: { type: 'ChangeLanguage', userId, language },
    })
    return { position, reply: () => ({ language }) }
  })
}
