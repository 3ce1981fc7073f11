import { paths } from '#shared/paths.ts'

/** A request where it is decided, or where its decline begins. */
export const requestOnPhone = (id: string, step?: 'decline'): string =>
  `${paths.phone}/requests/${id}${step ? `#${step}` : ''}`

/** Several approvals where they are read and decided together, in this order. */
export const severalOnPhone = (ids: readonly string[], step?: 'decline'): string =>
  `${paths.phone}/several/${ids.join('/')}${step ? `#${step}` : ''}`
