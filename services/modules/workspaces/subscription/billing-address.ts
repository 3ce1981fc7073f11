import { Rejected } from '#contract/errors.ts'
import { confirmBillingAddress } from '#contract/workspaces/billing-address.ts'
import type { Config } from '#platform/config/config.ts'
import type { Routes } from '#platform/http/http.ts'
import { TOKENS_BY_CALLER } from '#platform/mail/mail-tokens.ts'
import type { Platform } from '#platform/platform.ts'
import { hmac } from '#platform/primitives/ids.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import type { WorkspaceState } from '#modules/workspaces/workspace.state.ts'

/** An address gets copies of offers only once somebody with its mailbox has confirmed that it wants to be a billing address. */

const ID_LENGTH = 36

/** The token of the link. It stays valid while the address is the billing address of the workspace. */
export const billingToken = (
  { TOKEN_SECRET }: Pick<Config, 'TOKEN_SECRET'>,
  workspaceId: string,
  addressHash: string,
): string => `${workspaceId}-${hmac(TOKEN_SECRET, 'billing-address', workspaceId, addressHash)}`

export const billingAddressRoutes = (routes: Routes, platform: Platform): void => {
  const { config, commands, throttle } = platform

  routes.command(confirmBillingAddress, async (call) => {
    const { now, params, raw } = call
    await throttle.require(TOKENS_BY_CALLER, raw.request.ip, now)
    const workspaceId = params.billingToken.slice(0, ID_LENGTH)
    /** The hash of the billing address, if the token is the one that was mailed there. */
    const confirmed = (state: WorkspaceState): string => {
      const hash = state.kind === 'open' ? state.billingAddressHash : null
      if (hash === null || billingToken(config, workspaceId, hash) !== params.billingToken)
        throw new Rejected('token.not-found')
      return hash
    }
    const { position } = await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: call.contextOf({ kind: 'anonymous', userId: null, role: null }),
      command: (state) => ({ type: 'ConfirmBillingAddress', addressHash: confirmed(state) }) as const,
    })
    return { position, reply: () => ({}) }
  })
}
