import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import type { CallOn } from '#platform/http/http.ts'
import { derivedId, randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { participantIn } from '#projections/workspaces/queries.ts'
import type { KnownWorkspace, WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import type { Asker, GivenBy, KindProof, NumberProof } from './second-admin.decider.ts'

/** What a change needs, if the command becomes one. */
export type Asks = {
  /** The participant whom the command is about. */
  readonly about?: string
  /** Of the call-back number that it sets. */
  readonly number?: NumberProof
  readonly requestKind?: KindProof
  readonly adminsHaveDevices?: (state: WorkspaceState) => Promise<boolean>
}

/** The id of a command's change, by its number in the command. The same command asks for the same change. */
export const changeIdOf =
  ({ commandId }: Pick<CallOn, 'commandId'>) =>
  (index: number): string =>
    derivedId(commandId, 'change', index)

const proofsOf = ({ number, requestKind }: Asks) => ({
  ...(number && { number }),
  ...(requestKind && { requestKind }),
})

/** Returns who gives a command: a participant, with what a change needs, or the operator. */
export const giverOf = async (
  { db }: Pick<Platform, 'db'>,
  call: CallOn,
  { state, asks }: { readonly state: WorkspaceState; readonly asks: Asks },
): Promise<GivenBy> => {
  const { about, adminsHaveDevices } = asks
  const { caller, now, params } = call
  if (caller.role === 'super admin') return 'operator'
  const isProtected = state.kind !== 'none' && state.peopleProtected
  const target =
    about !== undefined && isProtected ? await participantIn(db, params.id, { id: about }, now) : undefined
  return {
    userId: caller.userId,
    email: caller.account?.email ?? null,
    changeId: changeIdOf(call),
    salt: randomToken,
    targetEmail: target?.email ?? null,
    ...proofsOf(asks),
    adminsHaveDevices: (await adminsHaveDevices?.(state)) ?? null,
    now,
  } satisfies Asker
}

/** SHA-256, base64url, over a random salt and the number. It confirms no guess of the number without the salt. */
export const saltedHash = (number: string, salt: string): Promise<string> =>
  hashOfText(canonicalText({ number, salt }))

/** Whether the workspace knows the change, in any state. */
export const knowsChange = (state: WorkspaceState, changeId: string): state is KnownWorkspace =>
  state.kind !== 'none' && (state.pending.has(changeId) || state.ended.has(changeId))
