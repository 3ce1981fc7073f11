/** All page addresses. `phone` is a separate app: link it with a plain `<a>`. */
export const paths = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  signedIn: '/auth/signed-in',
  confirmEmail: '/auth/confirmEmail/:verificationToken',
  resetPassword: '/auth/reset-password/:verificationUuid',
  changePasswordMobile: '/auth/change-password-mobile/:verificationUuid',
  invite: '/users/invite/:verificationToken',
  account: '/account',
  loginSuper: '/login/super',
  superAdmin: '/super-admin/main',
  readModels: '/super-admin/read-models',
  inbox: '/inbox',
  workspaces: '/workspaces',
  workspace: '/workspace/:id',
  overview: '/workspace/:id/overview',
  unsubscribe: '/users/unsubscribe/:token',
  confirmBilling: '/workspaces/billing/:token',
  imprint: '/imprint',
  terms: '/terms',
  privacy: '/privacy',
  phone: '/m',
} as const

/** The phone page after joining or logging in. */
export const phoneStart = `${paths.phone}/start`

/** The login page, with the reason for it. */
export const sessionEndedPath = `${paths.login}?ended`
export const passwordChangedPaths = { web: `${paths.login}?changed`, mobile: `${paths.phone}?changed` }

export const workspacePath = (id: string): string => `/workspace/${encodeURIComponent(id)}`
