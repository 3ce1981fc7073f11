import { Rejected } from '#contract/errors.ts'
import { currentUser, updateUserSettings } from '#contract/accounts/users.ts'
import { isTimezone } from '#contract/workspaces/subscription/subscription.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { ownAccount } from '#projections/users/queries.ts'
import type { Credentials } from '#modules/accounts/passwords/credential.store.ts'
import type { OwnNames, ToldName } from './own-names.ts'

/** Brings a name into each workspace of its owner. Provided by the workspaces module. */
export type TellName = (
  named: ToldName & { readonly userId: string },
  given: {
    readonly contextOf: (role: 'admin' | 'regular user' | null) => CommandContext
    /** The read model must have reached this position; without one it is taken as it is. */
    readonly after?: Position
    /** Only into this workspace. */
    readonly only?: string
  },
) => Promise<Position | null>

export const userRoutes = (
  routes: Routes,
  { db, log }: Platform,
  {
    credentials,
    names,
    tellName,
  }: { readonly credentials: Credentials; readonly names: OwnNames; readonly tellName: TellName },
): void => {
  routes.query(currentUser, async ({ caller: { userId } }) => {
    const own = await ownAccount(db, userId, credentials.of(userId))
    if (!own) throw new Rejected('session.ended')
    const { user, hasPassword, providers } = own
    return { ...user, signInMethods: [...(hasPassword ? (['password'] as const) : []), ...providers] }
  })

  /** So that the next read shows the name. Should it fail, the worker does it later. */
  const tellWorkspaces = async (
    userId: string,
    contextOf: Parameters<TellName>[1]['contextOf'],
  ): Promise<Position | null> => {
    try {
      const named = await names.told(userId)
      return named && (await tellName({ userId, ...named }, { contextOf }))
    } catch (error) {
      log.warn({ err: error }, 'the worker tells the workspaces of a name')
      return null
    }
  }

  routes.command(updateUserSettings, async (call) => {
    const { caller, body } = call
    const { userId, account } = caller
    const name = body.name === undefined ? undefined : body.name || null
    if (Object.keys(body).length === 0)
      throw new Rejected('input.invalid', [{ field: 'language', problem: 'or another setting is needed' }])
    if (body.timeZone && !isTimezone(body.timeZone))
      throw new Rejected('input.invalid', [{ field: 'timeZone', problem: 'is not a known time zone' }])
    const { name: _, ...settings } = body
    const done = await names.change(call, { ...settings, ...(name !== undefined && { name }) })
    const { state } = done
    const told = done.events.some(({ type }) => type === 'UserNamed')
      ? await tellWorkspaces(userId, (role) => call.contextOf({ kind: 'user', userId, role }))
      : null
    return {
      position: told ?? done.position,
      reply: () => ({
        language: state.kind === 'none' ? 'en' : state.language,
        name: name === undefined ? (account?.name ?? null) : name,
        requestMails: state.kind === 'none' ? 'at-once' : state.requestMails,
        timeZone: state.kind === 'none' ? null : (state.timeZone ?? null),
      }),
    }
  })
}
