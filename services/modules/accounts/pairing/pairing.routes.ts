import { Rejected } from '#contract/errors.ts'
import {
  pair,
  pairClaim,
  pairConfirm,
  pairFinish,
  pairRefuse,
  pairState,
} from '#contract/accounts/pairing.ts'
import type { Routes } from '#platform/http/http.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import {
  PAIR_CLAIMS_BY_CALLER,
  PAIR_CODES_BY_CALLER,
  PAIRINGS_BY_ACCOUNT,
} from '#modules/accounts/accounts.rates.ts'
import type { Credentials } from '#modules/accounts/passwords/credential.store.ts'
import { createKnownBrowsers } from '#modules/accounts/sessions/known-browsers.ts'
import { createPairings, type Finished } from './pairing.store.ts'
import type { SessionTokens, SessionCall } from '#modules/accounts/sessions/session-tokens.ts'
import type { Sessions } from '#modules/accounts/sessions/session.store.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { createPairingWaits } from './pairing-waits.ts'

type Parts = {
  readonly sessions: Sessions
  readonly credentials: Credentials
  readonly sessionTokens: SessionTokens
}

/** Signs in a phone from the desktop without typing a password on it. */
export const pairingRoutes = (
  routes: Routes,
  platform: Platform,
  { sessions, credentials, sessionTokens }: Parts,
): void => {
  const { clock, commands, config, throttle } = platform
  const pairings = createPairings(platform, config.TOKEN_SECRET)
  const waits = createPairingWaits(platform)
  const knownBrowsers = createKnownBrowsers(config)
  const notFound = () => new Rejected('pair.not-found')

  routes.command(pair, async (call) => {
    const { caller, commandId, now } = call
    const { userId, sessionId } = caller
    await throttle.require(PAIRINGS_BY_ACCOUNT, userId, now)
    const id = derivedId(commandId, 'pairing')
    const passwordId = await credentials.passwordIdOf(userId)
    const shown = await pairings.show({ id, userId, sessionId, passwordId }, now)
    if (!shown) throw notFound()
    const { code, expiresAt } = shown
    // Browsers do not send the fragment to the server.
    const url = `${config.PUBLIC_BASE_URL}/m/pair#${code}`
    return { position: null, reply: () => ({ id, code, url, expiresAt: expiresAt.toISOString() }) }
  })

  routes.query(pairClaim, async ({ body, now, raw }) => {
    const guess = [PAIR_CODES_BY_CALLER, raw.request.ip] as const
    const claimed = await throttle.guess([guess], now, () => pairings.claim(body.code, body.name, now))
    if (!claimed) throw notFound()
    return claimed
  })

  routes.query(pairState, async (call) => {
    const { caller, params, query } = call
    const own = { id: params.id, sessionId: caller.sessionId }
    const read = () => pairings.find(own, clock.now())
    const isOld = (found: Awaited<ReturnType<typeof read>>) => found?.state === query.seen
    const found = await (query.seen === undefined ? read() : waits.until(read, isOld, call))
    if (!found) throw notFound()
    return found
  })

  routes.command(pairConfirm, async ({ caller, params, now }) => {
    const outcome = await pairings.confirm({ id: params.id, sessionId: caller.sessionId }, now)
    if (!outcome) throw notFound()
    if (outcome === 'waiting') throw new Rejected('pair.waiting')
    return { position: null, reply: () => ({}) }
  })

  routes.command(pairRefuse, async ({ caller, params, now }) => {
    if (!(await pairings.refuse({ id: params.id, sessionId: caller.sessionId }, now))) throw notFound()
    return { position: null, reply: () => ({}) }
  })

  /** Throws unless the desktop's session and the account are still active. */
  const ownerOf = async ({ userId, sessionId, passwordId }: Finished, now: Date) => {
    const { state } = await commands.load(userDecider, userStream(userId))
    const pairedBy = await sessions.find(sessionId, now)
    if (state.kind !== 'verified' || pairedBy?.userId !== userId) throw notFound()
    return { id: userId, role: state.role, passwordId, pairedBy, addressHash: state.addressHash }
  }

  const finished = async (call: SessionCall & { readonly body: { claim: string; wait?: boolean } }) => {
    const { claim, wait } = call.body
    const read = () => pairings.stateOf(claim, clock.now())
    if (wait) await waits.until(read, (state) => state === 'claimed', call)
    return pairings.finish(claim, clock.now())
  }

  routes.command(pairFinish, async (call) => {
    const { now, raw, requestId } = call
    const guess = [PAIR_CLAIMS_BY_CALLER, raw.request.ip] as const
    // Only the claim is guessed: a phone that waits for the desktop keeps no other one from trying.
    const state = await throttle.guess([guess], now, () => pairings.stateOf(call.body.claim, now))
    const outcome = state && (await finished(call))
    if (!outcome) throw notFound()
    if (outcome === 'waiting') throw new Rejected('pair.waiting')
    const owner = await ownerOf(outcome, now)
    const { id: userId, role, pairedBy } = owner
    const sessionId = derivedId('paired-session', outcome.id)
    noteSecurity(platform, 'phone.paired', { requestId, userId, ip: raw.request.ip })
    // Before the session: nobody gets one of which its owner does not hear.
    const { position } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'anonymous', userId, role }),
      command: { type: 'ReportPairing', userId, sessionId, pairedBy: pairedBy.id, name: outcome.name },
    })
    return {
      position,
      async reply() {
        const tokens = await sessionTokens.open(call, { ...owner, sessionId }, 'mobile')
        // Guesses from elsewhere then do not block its password.
        knownBrowsers.remember(call, owner.addressHash)
        // After the session exists: the desktop lists the sessions when it hears of this.
        await pairings.done(outcome.id)
        return tokens
      },
    }
  })
}
