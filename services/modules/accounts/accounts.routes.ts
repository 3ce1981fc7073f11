import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import type { AccessGate } from '#modules/accounts/sign-up/access-gate.ts'
import type { Memberships } from '#modules/accounts/deletion/delete-account.ts'
import { deletionRoutes } from '#modules/accounts/deletion/deletion.routes.ts'
import type { DeviceProofs } from '#modules/accounts/devices/device-proofs.ts'
import { deviceRoutes } from '#modules/accounts/devices/devices.routes.ts'
import type { Keys } from '#modules/accounts/devices/enrolment.ts'
import { createIdentityLinks } from '#modules/accounts/providers/identity-links.ts'
import { createIdentities } from '#modules/accounts/providers/identity.store.ts'
import { createDefer } from '#modules/accounts/deferred/defer.ts'
import { createAccountsByAddress } from './accounts-by-address.ts'
import { pairingRoutes } from '#modules/accounts/pairing/pairing.routes.ts'
import { createPasskeyLogins } from '#modules/accounts/login/passkey-logins.ts'
import { createPasswordGuesses } from '#modules/accounts/login/password-guesses.ts'
import { passkeyRoutes } from '#modules/accounts/login/passkey-logins.routes.ts'
import { passwordRoutes } from '#modules/accounts/passwords/passwords.routes.ts'
import { createProviderSignIns } from '#modules/accounts/providers/provider-sign-ins.ts'
import { providerRoutes } from '#modules/accounts/providers/providers.routes.ts'
import { createSessionTokens, type SignToken } from '#modules/accounts/sessions/session-tokens.ts'
import type { Sessions } from '#modules/accounts/sessions/session.store.ts'
import { sessionRoutes } from '#modules/accounts/login/sessions.routes.ts'
import { stepUpRoutes } from '#modules/accounts/login/step-up.routes.ts'
import { signUpRoutes, type Invitations } from '#modules/accounts/sign-up/sign-up.routes.ts'
import type { OwnNames } from './own-names.ts'
import { userRoutes, type TellName } from './users.routes.ts'
import { visitorRoutes } from '#modules/accounts/sign-up/visitors.routes.ts'

type Parts = {
  readonly sessions: Sessions
  readonly keys: Keys
  readonly proofs: DeviceProofs
  readonly invitations: Invitations
  readonly memberships: Memberships
  readonly names: OwnNames
  readonly tellName: TellName
  readonly gate: AccessGate
  readonly signToken: SignToken
}

export const accountRoutes = (
  routes: Routes,
  platform: Platform,
  { sessions, keys, proofs, invitations, memberships, names, tellName, gate, signToken }: Parts,
): void => {
  const credentials = createCredentials(platform)
  const identities = createIdentities(platform)
  const accountsByAddress = createAccountsByAddress(platform)
  const sessionTokens = createSessionTokens(platform.config, sessions, signToken)
  const identityLinks = createIdentityLinks(platform, {
    credentials,
    sessions,
    identities,
    accountsByAddress,
  })
  const defer = createDefer(platform)
  signUpRoutes(routes, platform, {
    credentials,
    sessionTokens,
    accountsByAddress,
    identityLinks,
    invitations,
    defer,
  })
  passwordRoutes(routes, platform, { credentials, accountsByAddress, defer })
  const passkeyLogins = createPasskeyLogins(platform, keys)
  const passwordGuesses = createPasswordGuesses(platform, { credentials })
  const providerSignIns = createProviderSignIns(platform, { identities })
  sessionRoutes(routes, platform, { sessions, sessionTokens, passkeyLogins, passwordGuesses })
  stepUpRoutes(routes, platform, {
    sessions,
    sessionTokens,
    passkeyLogins,
    passwordGuesses,
    providerSignIns,
  })
  pairingRoutes(routes, platform, { sessions, credentials, sessionTokens })
  passkeyRoutes(routes, platform, { sessionTokens, passkeyLogins })
  providerRoutes(routes, platform, { sessionTokens, providerSignIns, identityLinks })
  userRoutes(routes, platform, { credentials, names, tellName })
  deletionRoutes(routes, platform, { sessionTokens, memberships })
  deviceRoutes(routes, platform, { keys, proofs })
  visitorRoutes(routes, platform, { gate })
}
