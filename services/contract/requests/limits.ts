/** Why a new call check is refused whatever it says. */
export const LIMIT_ERRORS = [
  'request.limit',
  'request.too-many',
  'request.too-soon',
  'request.muted',
  'call.opposite',
  'call.locked',
] as const

/** The limits, and what may be wrong with the files of a request and its kind. */
export const ASKING_ERRORS = [
  ...LIMIT_ERRORS,
  'file.not-found',
  'file.used',
  'file.no-run',
  'kind.not-found',
] as const
