/** Every page address, once. `phone` is a page of its own: link it with a plain `<a>`. */
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
  workspaces: '/workspaces',
  workspace: '/workspace/:id',
  imprint: '/imprint',
  terms: '/terms',
  privacy: '/privacy',
  phone: '/m',
} as const

/** The phone page for who has just joined or logged in. */
export const phoneStart = `${paths.phone}/start`

/** The login, with a word of why one has to log in. */
export const sessionEndedPath = `${paths.login}?ended`
export const passwordChangedPaths = { web: `${paths.login}?changed`, mobile: `${paths.phone}?changed` }

export const workspacePath = (id: string): string => `/workspace/${encodeURIComponent(id)}`
