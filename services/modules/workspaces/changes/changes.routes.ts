import { randomUUID } from 'node:crypto'
import {
  approveChange,
  changeChallenge,
  changeDetails,
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
import { createChallenges } from '#platform/secrets/challenges.ts'
import { changeFor, changesOf, workspaceOfChange } from '#projections/workspaces/change-queries.ts'
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
import { createChangeContents } from './change-content.ts'
import { createKindChanges, kindToWrite, type KindToWrite, type KindWriter } from './kind-changes.ts'
import { kindChangeRoutes } from './kind-changes.routes.ts'
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

type Given = { readonly signers: Signers; readonly kinds: KindWriter }

export const changeRoutes = (routes: Routes, platform: Platform, { signers, kinds }: Given): void => {
  const { commands, db } = platform
  const { secretOf, contentOf } = createChangeContents(platform)
  const { carryOut } = createKindChanges(platform, kinds)
  kindChangeRoutes(routes, platform, kinds)
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

  routes.command(changeChallenge, async (call) => {
    const { caller, now } = call
    const { userId } = caller
    const on = await onItsWorkspace(call)
    const workspaceId = on.params.id
    const state = known((await commands.load(workspaceFold, workspaceStream(workspaceId))).state)
    call.guard(memberOfUser(state, userId), isActive(state, now))
    const { change, by } = requireDecidable(state, { changeId: call.params.id, userId, now })
    const secret = await secretOf(workspaceId, change)
    const asked = await contentOf(workspaceId, { change, approverId: by.participantId, secret })
    const content: ChangeContent = { ...asked, nonce: randomToken() }
    const canonical = canonicalText(content)
    const challenge = await hashOfText(canonical)
    const issued = await signers.issue(challenges, { challenge, userId, canonical, now })
    return {
      position: null,
      reply: () => ({ content, canonical, challenge, ...issued, textSalt: secret.salt }),
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
    let approved: KindToWrite | undefined
    const executed = await onWorkspace(on, {
      async command(state) {
        const command = { type: 'ApproveChange', ...who } as const
        const ended = known(state).ended.has(changeId)
        if (ended) return { ...command, evidence: null, invitedEmail: null, adminsHaveDevices: false }
        const { change, by } = requireDecidable(known(state), who)
        // Before the signature is used up.
        if (change.act.kind === 'invite' && !isActive(state, now)) throw new Rejected('workspace.inactive')
        const secret = await secretOf(workspaceId, change)
        const approverId = by.participantId
        approved = kindToWrite(workspaceId, change, secret)
        const kindHindrance = approved ? await kinds.hindranceOf(approved, known(state)) : null
        const evidence = await sign(call, await contentOf(workspaceId, { change, approverId, secret }))
        const isSwitchedOn = change.act.kind === 'protect' && change.act.on
        return {
          ...command,
          evidence,
          invitedEmail: secret.invitedEmail,
          invitedName: secret.invitedName,
          number: secret.number,
          groupName: secret.groupName,
          requestKind: secret.requestKind?.after ?? null,
          kindHindrance,
          emails: await emailsIn(db, workspaceId, change.act.kind === 'absence' ? change.act.deputies : []),
          adminsHaveDevices: isSwitchedOn && (await adminsHaveDevices(signers, state, now)),
        }
      },
      beforeAppend: countInvitation(platform, now),
      reply: (done) => changeReply(platform, done, changeId),
    })
    const { state, reply } = executed
    if (!approved || known(state).ended.get(changeId)?.state !== 'done') return executed
    const actor = { kind: 'user', userId, role: 'admin' } as const
    const position = await carryOut(approved, { actor, at: now, requestId: call.requestId })
    return { position: position ?? executed.position, reply }
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
