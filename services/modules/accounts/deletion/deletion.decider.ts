import type { UserEvent } from '#modules/accounts/user.events.ts'
import type { Deletion } from '#modules/accounts/user.state.ts'

/** The deletion of an account: requested, then refused or done. Its keys are destroyed afterwards. */

type Named = { readonly userId: string; readonly deletionId: string }
export type DeletionCommand =
  /** Does nothing while another deletion is under way, which then stays in the state. */
  | (Named & { readonly type: 'RequestDeletion' })
  /** Like `DeleteAccount`, does nothing unless this deletion is under way. */
  | (Named & { readonly type: 'RefuseDeletion'; readonly workspaceId: string })
  | (Named & { readonly type: 'DeleteAccount' })
  /** Records that the keys were destroyed. */
  | { readonly type: 'Erase'; readonly userId: string }

const DELETION_COMMANDS: ReadonlySet<string> = new Set<DeletionCommand['type']>([
  'RequestDeletion',
  'RefuseDeletion',
  'DeleteAccount',
  'Erase',
])

export const isDeletion = <C extends { readonly type: string }>(command: C): command is C & DeletionCommand =>
  DELETION_COMMANDS.has(command.type)

type Account = { readonly kind: string; readonly deletion?: Deletion | null }

export const isDeleted = ({ kind }: Account): boolean => kind === 'deleted' || kind === 'erased'

/** Whether this deletion was requested, and neither refused nor done. */
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
