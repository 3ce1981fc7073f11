import { paths } from '#shared/paths.ts'

/** A request where it is decided, or where its decline begins. */
export const requestOnPhone = (id: string, step?: 'decline'): string =>
  `${paths.phone}/requests/${id}${step ? `#${step}` : ''}`
