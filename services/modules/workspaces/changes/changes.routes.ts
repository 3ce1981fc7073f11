import { randomUUID } from 'node:crypto'
import {
  approveChange,
  changeChallenge,
  changeDetails,
  changeHash,
  changeList,
  refuseChange,
  withdrawChange,
  type ChangeContent,
} from '#contract/workspaces/changes.ts'
import { Rejected } from '#contract/errors.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { Call, CallOn, Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import {
  changeFor,
  changesOf,
  secretOfChange,
  workspaceOfChange,
  type ChangeSecret,
} from '#projections/workspaces/change-queries.ts'
import { emailsIn } from '#projections/workspaces/queries.ts'
import { countInvitation } from '#modules/workspaces/invitations/count-invitation.ts'
import { workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import { changeReply } from '#modules/workspaces/workspace-reply.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isActive,
  memberOfUser,
  workspaceFold,
  type KnownWorkspace,
  type WorkspaceState,
} from '#modules/workspaces/workspace.state.ts'
import { requireDecidable } from './change.decider.ts'
import { sayAct, type PendingChange } from '#modules/workspaces/protection/change.state.ts'
import { groupLooks } from '#modules/workspaces/groups/group-looks.ts'
import { saltedHash } from '#modules/workspaces/protection/asking.ts'
import { adminsHaveDevices, type FailedProof, type Signers } from './signers.ts'

/** Thrown while the command is built, because its proof was wrong. */
class WrongProof extends Error {
  readonly failed: FailedProof
  constructor(failed: FailedProof) {
    super(failed.reason)
    this.failed = failed
  }
}

const known = (state: WorkspaceState): KnownWorkspace => {
  if (state.kind === 'none') throw new Rejected('change.not-found')
  return state
}

export const changeRoutes = (routes: Routes, platform: Platform, signers: Signers): void => {
  const { config, commands, db } = platform
  const challenges = createChallenges(platform, 'change')
  const onWorkspace = workspaceCommands(platform)

  routes.query(changeList, async ({ params, query, now, raw }) => {
    const { items, nextCursor } = await changesOf(db, params.workspaceId, query, now)
    if (nextCursor !== null) void raw.reply.header('X-Next-Cursor', nextCursor)
    return items
  })

  routes.query(changeDetails, async ({ params, caller, now }) => {
    const found = await changeFor(db, params.id, caller.userId, now)
    if (!found) throw new Rejected('change.not-found')
    if (!found.isAdmin) throw new Rejected('access.denied')
    return found.change
  })

  /** The call on the workspace of the change. */
  const onItsWorkspace = async (call: CallOn): Promise<CallOn> => {
    const workspaceId = await workspaceOfChange(db, call.params.id)
    if (workspaceId === undefined) throw new Rejected('change.not-found')
    return { ...call, params: { id: workspaceId } }
  }

  /** The secret of the change. Its address, number or name is that of the stream: a row of a read model alone invites nobody. */
  const secretOf = async (
    workspaceId: string,
    { changeId, act, addressHash: hash }: PendingChange,
  ): Promise<ChangeSecret> => {
    const secret = await secretOfChange(db, changeId)
    if (act.kind === 'call-back') {
      const { number, salt } = secret
      if (number === null || salt === null) throw new Rejected('change.not-found')
      if ((await saltedHash(number, salt)) !== act.numberHash) throw new Rejected('fact.altered')
    }
    if (act.kind === 'group') {
      if (secret.groupName === null) throw new Rejected('change.not-found')
      if (groupLooks(config.ADDRESS_KEY, workspaceId, secret.groupName)[0] !== act.looks[0])
        throw new Rejected('fact.altered')
    }
    if (act.kind !== 'invite') return secret
    const { invitedEmail } = secret
    if (invitedEmail === null) throw new Rejected('change.not-found')
    if (addressHash(config.ADDRESS_KEY, invitedEmail) !== hash) throw new Rejected('fact.altered')
    return secret
  }

  const contentOf = async (
    workspaceId: string,
    { change, approverId, secret }: { change: PendingChange; approverId: string; secret: ChangeSecret },
  ): Promise<Omit<ChangeContent, 'nonce'>> => {
    const { changeId, act, participantId: requestedBy, expiresAt } = change
    const said = sayAct(act, workspaceId, secret.invitedEmail ?? secret.number ?? secret.groupName)
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

  routes.command(changeChallenge, async (call) => {
    const { caller, now } = call
    const { userId } = caller
    const on = await onItsWorkspace(call)
    const workspaceId = on.params.id
    const state = known((await commands.load(workspaceFold, workspaceStream(workspaceId))).state)
    call.guard(memberOfUser(state, userId), isActive(state, now))
    const { change, by } = requireDecidable(state, { changeId: call.params.id, userId, now })
    const secret = await secretOf(workspaceId, change)
    const issued = await contentOf(workspaceId, { change, approverId: by.participantId, secret })
    const content: ChangeContent = { ...issued, nonce: randomToken() }
    const canonical = canonicalText(content)
    const challenge = await hashOfText(canonical)
    const expiresAt = await challenges.issue({ challenge, userId, canonical, now })
    const passkey = await signers.requestOptions(userId, challenge, now)
    return {
      position: null,
      reply: () => ({
        content,
        canonical,
        challenge,
        expiresAt: expiresAt.toISOString(),
        passkey,
        textSalt: secret.salt,
      }),
    }
  })

  /** Throws the errors of `Signers.check`, and `WrongProof`. */
  const sign = async (
    { body: { proof }, caller: { userId }, commandId, now }: Call<typeof approveChange>,
    content: Omit<ChangeContent, 'nonce'>,
  ): Promise<Evidence> => {
    const checked = await signers.check(challenges, {
      proof,
      userId,
      commandId,
      now,
      async matches({ canonical }) {
        const { nonce, ...issued } = JSON.parse(canonical) as ChangeContent
        return typeof nonce === 'string' && canonicalText(issued) === canonicalText(content)
      },
    })
    if ('failed' in checked) throw new WrongProof(checked.failed)
    return checked
  }

  const approve = async (call: Call<typeof approveChange>) => {
    const { caller, now } = call
    const { userId } = caller
    const changeId = call.params.id
    const on = await onItsWorkspace(call)
    const workspaceId = on.params.id
    const who = { changeId, userId, email: caller.account?.email ?? null, now }
    return onWorkspace(on, {
      async command(state) {
        const command = { type: 'ApproveChange', ...who } as const
        const ended = known(state).ended.has(changeId)
        if (ended) return { ...command, evidence: null, invitedEmail: null, adminsHaveDevices: false }
        const { change, by } = requireDecidable(known(state), who)
        // Before the signature is used up.
        if (change.act.kind === 'invite' && !isActive(state, now)) throw new Rejected('workspace.inactive')
        const secret = await secretOf(workspaceId, change)
        const approverId = by.participantId
        const evidence = await sign(call, await contentOf(workspaceId, { change, approverId, secret }))
        const isSwitchedOn = change.act.kind === 'protect' && change.act.on
        return {
          ...command,
          evidence,
          invitedEmail: secret.invitedEmail,
          invitedName: secret.invitedName,
          number: secret.number,
          groupName: secret.groupName,
          emails: await emailsIn(db, workspaceId, change.act.kind === 'absence' ? change.act.deputies : []),
          adminsHaveDevices: isSwitchedOn && (await adminsHaveDevices(signers, state, now)),
        }
      },
      beforeAppend: countInvitation(platform, now),
      reply: (done) => changeReply(platform, done, changeId),
    })
  }

  /** Records the wrong proof in the audit log. After the last wrong PIN that disables the device. */
  const recordWrongProof = async (
    call: Call<typeof approveChange>,
    { failed: { deviceId, reason, triesLeft } }: WrongProof,
  ) => {
    const { userId } = call.caller
    const { id: workspaceId } = (await onItsWorkspace(call)).params
    const { position } = await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: { ...call.contextOf({ kind: 'user', userId, role: 'admin' }), commandId: randomUUID() },
      command: {
        type: 'RefuseChangeApproval',
        changeId: call.params.id,
        userId,
        deviceId,
        reason,
        triesLeft,
      },
    })
    const reply = () => {
      throw new Rejected('proof.invalid', triesLeft === null ? undefined : [{ field: 'pin', triesLeft }])
    }
    return { position, reply }
  }

  routes.command(approveChange, async (call) => {
    try {
      return await approve(call)
    } catch (error) {
      if (error instanceof WrongProof) return recordWrongProof(call, error)
      throw error
    }
  })

  routes.command(refuseChange, async (call) => {
    const { caller, now } = call
    const changeId = call.params.id
    return onWorkspace(await onItsWorkspace(call), {
      command: {
        type: 'RefuseChange',
        changeId,
        userId: caller.userId,
        email: caller.account?.email ?? null,
        now,
      },
      reply: (done) => changeReply(platform, done, changeId),
    })
  })

  routes.command(withdrawChange, async (call) => {
    const { caller, now } = call
    const changeId = call.params.id
    return onWorkspace(await onItsWorkspace(call), {
      command: { type: 'WithdrawChange', changeId, userId: caller.userId, now },
      reply: (done) => changeReply(platform, done, changeId),
    })
  })
}
