import { createOwnNames } from '#modules/accounts/own-names.ts'
import type { TellName } from '#modules/accounts/users.routes.ts'
import { createTellName } from '#modules/workspaces/participants/tell-name.ts'
import type { Platform } from '#platform/platform.ts'

/** What the reactor of accounts needs to bring names into workspaces. */
export const namesOf = (
  platform: Platform,
): { told: ReturnType<typeof createOwnNames>['told']; tellName: TellName } => ({
  told: createOwnNames(platform).told,
  tellName: createTellName(platform),
})
