import { Rejected } from '#contract/errors.ts'
import {
  changeActivity,
  changeApprover,
  changeName,
  changeRequester,
  convertToAdmin,
  participantDevices,
  participantRequests,
  removeParticipant,
} from '#contract/workspaces/participants.ts'
import { changeCallBack, phoneNumber } from '#contract/workspaces/call-back.ts'
import type { Routes } from '#platform/http/http.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { openOf } from '#projections/requests/pending-queries.ts'
import { devicesOf } from '#projections/users/device-queries.ts'
import {
  accountOfParticipant,
  participantIn,
  workspaceOfParticipant,
} from '#projections/workspaces/queries.ts'
import type { ParticipantCommand } from './participant.decider.ts'
import { saltedHash } from '#modules/workspaces/protection/asking.ts'
import { askingCommands, workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import { participantReply } from '#modules/workspaces/workspace-reply.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'

const HOUR_MS = 3_600_000
const READ_MODEL_MS = 2_000

type Toggle = { readonly participantId: string; readonly value?: boolean }

export const participantRoutes = (routes: Routes, platform: Platform): void => {
  const asking = askingCommands(platform)
  const onWorkspace = workspaceCommands(platform)

  const toggle =
    (commandOf: (body: Toggle) => ParticipantCommand) =>
    async (call: Omit<Parameters<typeof asking>[0], 'params'> & { readonly body: Toggle }) => {
      const { participantId: id } = call.body
      const workspaceId = await workspaceOfParticipant(platform.db, id)
      if (workspaceId === undefined) throw new Rejected('participant.not-found')
      return asking(
        { ...call, params: { id: workspaceId } },
        {
          command: commandOf(call.body),
          asks: { about: id },
          reply: (done) => participantReply(platform, done, { id }),
        },
      )
    }
  routes.command(
    changeActivity,
    toggle((body) => ({ type: 'ChangeActivity', ...body })),
  )
  routes.command(
    changeApprover,
    toggle((body) => ({ type: 'ChangeRight', right: 'approver', ...body })),
  )
  routes.command(
    changeRequester,
    toggle((body) => ({ type: 'ChangeRight', right: 'requester', ...body })),
  )

  routes.command(changeCallBack, async (call) => {
    const { body, caller, now } = call
    const { participantId } = body
    const number = body.number === null ? null : phoneNumber(body.number)
    if (number === null && body.number !== null)
      throw new Rejected('input.invalid', [
        { field: 'number', problem: 'needs + and the country code, and 7 to 15 digits in all' },
      ])
    const workspaceId = await workspaceOfParticipant(platform.db, participantId)
    if (workspaceId === undefined) throw new Rejected('participant.not-found')
    const salt = randomToken()
    const countsFrom = new Date(now.getTime() + platform.config.DEVICE_WAIT_HOURS * HOUR_MS)
    const { userId } = caller
    return asking(
      { ...call, params: { id: workspaceId } },
      {
        command: {
          type: 'ChangeCallBack',
          participantId,
          userId,
          number,
          countsFrom,
          isApproved: false,
          now,
        },
        asks: {
          about: participantId,
          ...(number !== null && { number: { salt, hash: await saltedHash(number, salt) } }),
        },
        reply: (done) => participantReply(platform, done, { id: participantId }),
      },
    )
  })

  /** The name as of the last event, which the state does not hold; undefined if the read model is too far behind to tell. */
  const nameNow = async (workspaceId: string, id: string, now: Date): Promise<string | null | undefined> => {
    const { position } = await platform.commands.load(workspaceFold, workspaceStream(workspaceId))
    const isKnown =
      position !== null && (await platform.positions.reached(position, ['workspaces'], READ_MODEL_MS))
    return isKnown ? (await participantIn(platform.db, workspaceId, { id }, now))?.name : undefined
  }

  routes.command(changeName, async (call) => {
    const { participantId } = call.body
    const name = call.body.name || null
    const workspaceId = await workspaceOfParticipant(platform.db, participantId)
    if (workspaceId === undefined) throw new Rejected('participant.not-found')
    return onWorkspace(
      { ...call, params: { id: workspaceId } },
      {
        command: async () => ({
          type: 'CorrectName',
          participantId,
          name,
          isSoAlready: (await nameNow(workspaceId, participantId, call.now)) === name,
        }),
        reply: (done) => participantReply(platform, done, { id: participantId }),
      },
    )
  })

  routes.command(convertToAdmin, (call) => {
    const { participantId } = call.body
    return asking(call, {
      command: { type: 'PromoteParticipant', participantId },
      asks: { about: participantId },
      reply: (done) => participantReply(platform, done, { id: participantId }),
    })
  })

  routes.command(removeParticipant, (call) =>
    asking(call, {
      command: { type: 'RemoveParticipant', participantId: call.body.participantId },
      asks: { about: call.body.participantId },
      reply: () => () => ({}),
    }),
  )

  /** Returns null for an invitee. */
  const accountOf = async (workspaceId: string, participantId: string): Promise<string | null> => {
    const userId = await accountOfParticipant(platform.db, workspaceId, participantId)
    if (userId === undefined) throw new Rejected('participant.not-found')
    return userId
  }

  routes.query(participantDevices, async ({ params, query, now }) => {
    const userId = await accountOf(params.id, query.participantId)
    return userId === null ? [] : devicesOf(platform.db, userId, now)
  })

  routes.query(participantRequests, async ({ params, query: { participantId }, now }) => {
    await accountOf(params.id, participantId)
    return openOf(platform.db, { workspaceId: params.id, participantId }, now)
  })
}
