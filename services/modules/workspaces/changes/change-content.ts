import { changeHash } from '#contract/workspaces/change-hash.ts'
import type { ChangeContent } from '#contract/workspaces/changes.ts'
import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { secretOfChange, type ChangeSecret } from '#projections/workspaces/change-queries.ts'
import { groupLooks } from '#modules/workspaces/groups/group-looks.ts'
import { kindLook } from '#modules/workspaces/kinds/kind-look.ts'
import { saltedHash } from '#modules/workspaces/protection/asking.ts'
import { sayAct, type PendingChange } from '#modules/workspaces/protection/change.state.ts'

/** What a second admin signs of a change, and what of it is sealed. */
export const createChangeContents = ({ config, db }: Pick<Platform, 'config' | 'db'>) => {
  /** Whether the sealed part is that of the stream; null once it is erased. */
  const isAsSealed = async (
    workspaceId: string,
    { act, addressHash: hash }: PendingChange,
    { number, salt, groupName, requestKind, invitedEmail }: ChangeSecret,
  ): Promise<boolean | null> => {
    const { ADDRESS_KEY: key } = config
    if (act.kind === 'call-back')
      return number === null || salt === null ? null : (await saltedHash(number, salt)) === act.numberHash
    if (act.kind === 'group')
      return groupName === null ? null : groupLooks(key, workspaceId, groupName)[0] === act.looks[0]
    if (act.kind === 'kind')
      return requestKind === null ? null : kindLook(key, workspaceId, requestKind) === act.look
    if (act.kind !== 'invite') return true
    return invitedEmail === null ? null : addressHash(key, invitedEmail) === hash
  }

  /** The secret of the change. Its address, number, name or kind is that of the stream: a row of a read model alone invites nobody. */
  const secretOf = async (workspaceId: string, change: PendingChange): Promise<ChangeSecret> => {
    const secret = await secretOfChange(db, change.changeId)
    const isSame = await isAsSealed(workspaceId, change, secret)
    if (isSame === null) throw new Rejected('change.not-found')
    if (!isSame) throw new Rejected('fact.altered')
    return secret
  }

  const contentOf = async (
    workspaceId: string,
    { change, approverId, secret }: { change: PendingChange; approverId: string; secret: ChangeSecret },
  ): Promise<Omit<ChangeContent, 'nonce'>> => {
    const { changeId, act, participantId: requestedBy, expiresAt } = change
    const typed = secret.invitedEmail ?? secret.number ?? secret.groupName
    const said = sayAct(act, workspaceId, typed, secret.requestKind)
    const hash = await changeHash({ ...said, target: { ...said.target, label: null } }, secret.salt)
    return {
      v: 1,
      kind: 'change',
      changeId,
      workspaceId,
      changeHash: hash,
      requestedBy,
      approverId,
      expiresAt,
    }
  }
  return { secretOf, contentOf }
}
