import type { UserEvent } from '#modules/accounts/user.events.ts'

/** The part of an account's stream that deletes it: asked for, then refused or done, as its workspaces will have it; and its keys are destroyed. */

export type Deletion = {
  readonly id: string
  /** The workspace that cannot do without the person; null while none is known. */
  readonly refusedBy: string | null
}

type Named = { readonly userId: string; readonly deletionId: string }
export type DeletionCommand =
  /** Nothing while another deletion is under way: then that is the state's. */
  | (Named & { readonly type: 'RequestDeletion' })
  /** Nothing, like the next, unless that deletion is under way. */
  | (Named & { readonly type: 'RefuseDeletion'; readonly workspaceId: string })
  | (Named & { readonly type: 'DeleteAccount' })
  /** Their keys are destroyed. */
  | { readonly type: 'Erase'; readonly userId: string }

const TYPES: ReadonlySet<string> = new Set<DeletionCommand['type']>([
  'RequestDeletion',
  'RefuseDeletion',
  'DeleteAccount',
  'Erase',
])

export const isDeletion = <C extends { readonly type: string }>(command: C): command is C & DeletionCommand =>
  TYPES.has(command.type)

type Account = { readonly kind: string; readonly deletion?: Deletion | null }

/** Whether it is deleted, or erased beyond that. */
export const isDeleted = ({ kind }: Account): boolean => kind === 'deleted' || kind === 'erased'

/** Whether that deletion is asked for, and neither refused nor done. */
export const isUnderWay = (account: Account, deletionId: string): boolean =>
  !isDeleted(account) && account.deletion?.id === deletionId && account.deletion.refusedBy === null

export const decideDeletion = (
  command: DeletionCommand,
  account: Account & { readonly addressHash: string },
): UserEvent[] => {
  const { userId } = command
  if (command.type === 'Erase') {
    const { addressHash } = account
    return account.kind === 'erased' ? [] : [{ type: 'PersonErased', data: { userId, addressHash } }]
  }
  const { deletionId } = command
  const data = { userId, deletionId }
  if (command.type === 'RequestDeletion')
    return isDeleted(account) || account.deletion?.refusedBy === null
      ? []
      : [{ type: 'DeletionRequested', data }]
  if (!isUnderWay(account, deletionId)) return []
  if (command.type === 'DeleteAccount') return [{ type: 'AccountDeleted', data }]
  return [{ type: 'DeletionRefused', data: { ...data, refusedBy: command.workspaceId } }]
}
