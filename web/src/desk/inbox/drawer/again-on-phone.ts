import type { Request } from '#contract/requests/requests.ts'
import { paths } from '#shared/paths.ts'

/** The form for a new request, with the text of this one. */
export const askAgainOnPhone = ({ id, workspaceId }: Request): string =>
  `${paths.phone}/new?${new URLSearchParams({ in: workspaceId, again: id })}`
