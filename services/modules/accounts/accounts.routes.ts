import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { createCredentials } from './credential.store.ts'
import type { DevicePins } from './device-pin.store.ts'
import { deviceRoutes } from './devices.routes.ts'
import { createIdentityLinks } from './identity-links.ts'
import { createIdentities } from './identity.store.ts'
import { createNewcomers } from './newcomers.ts'
import { providerRoutes } from './providers.routes.ts'
import { createSessionAnswers, type SignToken } from './session-answers.ts'
import type { Sessions } from './session.store.ts'
import { sessionRoutes } from './sessions.routes.ts'
import { signUpRoutes, type Invitations } from './sign-up.routes.ts'
import { userRoutes } from './users.routes.ts'

type Parts = {
  readonly sessions: Sessions
  readonly devicePins: DevicePins
  readonly invitations: Invitations
  readonly signToken: SignToken
}

/** Everything about accounts: sign-up and confirmation, sessions, sign-in at providers, the user, devices. */
export const accountRoutes = (
  routes: Routes,
  platform: Platform,
  { sessions, devicePins, invitations, signToken }: Parts,
): void => {
  const credentials = createCredentials(platform.db)
  const identities = createIdentities(platform.db)
  const newcomers = createNewcomers(platform)
  const answers = createSessionAnswers(platform.config, sessions, signToken)
  const identityLinks = createIdentityLinks(platform, { credentials, sessions, identities, newcomers })
  signUpRoutes(routes, platform, { credentials, newcomers, identityLinks, invitations })
  sessionRoutes(routes, platform, { credentials, sessions, answers })
  providerRoutes(routes, platform, { answers, identities, identityLinks })
  userRoutes(routes, platform)
  deviceRoutes(routes, platform, { sessions, devicePins })
}
