import type { Routes } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'
import { createCredentials } from './credential.store.ts'
import { deviceRoutes } from './devices.routes.ts'
import { createNewcomers } from './newcomers.ts'
import type { Sessions } from './session.store.ts'
import { sessionRoutes, type SignToken } from './sessions.routes.ts'
import { signUpRoutes } from './sign-up.routes.ts'
import { userRoutes } from './users.routes.ts'

/** Everything about accounts: sign-up and confirmation, sessions, the user, devices. */
export const accountRoutes = (
  routes: Routes,
  platform: Platform,
  { sessions, signToken }: { sessions: Sessions; signToken: SignToken },
): void => {
  const credentials = createCredentials(platform.db)
  signUpRoutes(routes, platform, { credentials, newcomers: createNewcomers(platform) })
  sessionRoutes(routes, platform, { credentials, sessions, signToken })
  userRoutes(routes, platform)
  deviceRoutes(routes, platform, sessions)
}
