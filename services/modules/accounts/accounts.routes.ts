import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { createCredentials } from './credential.store.ts'
import type { AccessGate } from './access-gate.ts'
import type { Departures } from './delete-account.ts'
import { deletionRoutes } from './deletion.routes.ts'
import { deviceRoutes } from './devices.routes.ts'
import type { Keys } from './enrolment.ts'
import { createIdentityLinks } from './identity-links.ts'
import { createIdentities } from './identity.store.ts'
import { createPromises } from './make-promises.ts'
import { createNewcomers } from './newcomers.ts'
import { pairingRoutes } from './pairing.routes.ts'
import { createPasskeyLogins } from './passkey-logins.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { passwordRoutes } from './passwords.routes.ts'
import { providerRoutes } from './providers.routes.ts'
import { createSessionAnswers, type SignToken } from './session-answers.ts'
import type { Sessions } from './session.store.ts'
import { sessionRoutes } from './sessions.routes.ts'
import { signUpRoutes, type Invitations } from './sign-up.routes.ts'
import { userRoutes } from './users.routes.ts'
import { visitorRoutes } from './visitors.routes.ts'

type Parts = {
  readonly sessions: Sessions
  readonly keys: Keys
  readonly invitations: Invitations
  readonly departures: Departures
  readonly gate: AccessGate
  readonly signToken: SignToken
}

/** Everything about accounts: sign-up and confirmation, sessions, sign-in at providers, the user, devices. */
export const accountRoutes = (
  routes: Routes,
  platform: Platform,
  { sessions, keys, invitations, departures, gate, signToken }: Parts,
): void => {
  const credentials = createCredentials(platform.db)
  const identities = createIdentities(platform.db)
  const newcomers = createNewcomers(platform)
  const answers = createSessionAnswers(platform.config, sessions, signToken)
  const identityLinks = createIdentityLinks(platform, { credentials, sessions, identities, newcomers })
  const promise = createPromises(platform)
  signUpRoutes(routes, platform, { credentials, newcomers, identityLinks, invitations, promise })
  passwordRoutes(routes, platform, { credentials, newcomers, promise })
  const passkeyLogins = createPasskeyLogins(platform, keys)
  sessionRoutes(routes, platform, { credentials, sessions, answers, passkeyLogins })
  pairingRoutes(routes, platform, { sessions, credentials, answers })
  passkeyRoutes(routes, platform, { answers, passkeyLogins })
  providerRoutes(routes, platform, { answers, identities, identityLinks })
  userRoutes(routes, platform, { credentials })
  deletionRoutes(routes, platform, { answers, departures })
  deviceRoutes(routes, platform, { sessions, keys })
  visitorRoutes(routes, platform, { gate })
}
