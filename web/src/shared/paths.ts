/** Every page address, once. `phone` is a page of its own: link it with a plain `<a>`. */
export const paths = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  confirmEmail: '/auth/confirmEmail/:verificationToken',
  invite: '/users/invite/:verificationToken',
  workspaces: '/workspaces',
  workspace: '/workspace/:id',
  imprint: '/imprint',
  terms: '/terms',
  privacy: '/privacy',
  phone: '/m',
} as const

export const workspacePath = (id: string): string => `/workspace/${encodeURIComponent(id)}`
