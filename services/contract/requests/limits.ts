/** Why a new call check is refused whatever it says. */
export const LIMIT_ERRORS = [
  'request.limit',
  'request.too-many',
  'request.too-soon',
  'request.muted',
  'call.opposite',
  'call.locked',
] as const
