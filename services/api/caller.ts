import type { UserRole } from '#contract/accounts.ts'

/** Who a session token speaks for. Its role routes the client and opens role-wide operations; workspaces ask their participants. */
export type Caller = {
  readonly userId: string
  readonly sessionId: string
  readonly role: UserRole
  /** `jti` of the presented token */
  readonly tokenId: string
}
