import { Rejected } from '#contract/errors.ts'
import { possibleDeputies, setAbsence } from '#contract/workspaces/approving/absence.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { otherApprovers } from '#projections/requests/approver-queries.ts'
import { emailsIn, participantIn, workspaceOfParticipant } from '#projections/workspaces/queries.ts'
import { askingCommands } from '#modules/workspaces/workspace-commands.ts'
import { participantReply } from '#modules/workspaces/workspace-reply.ts'

const timesOf = ({ from, until }: { readonly from: string | null; readonly until: string | null }) => {
  if ((from === null) !== (until === null))
    throw new Rejected('input.invalid', [{ field: 'until', problem: 'must be null together with from' }])
  if (from === null || until === null) return null
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
}

export const absenceRoutes = (routes: Routes, platform: Platform): void => {
  const asking = askingCommands(platform)

  routes.query(possibleDeputies, async ({ params: { workspaceId, participantId }, query, now, raw }) => {
    const { userId } = (await participantIn(platform.db, workspaceId, { id: participantId }, now)) ?? {}
    if (!userId) throw new Rejected('participant.not-found')
    const { items, nextCursor } = await otherApprovers(platform.db, { workspaceId, userId }, query, now)
    if (nextCursor !== null) void raw.reply.header('X-Next-Cursor', nextCursor)
    return items.map(({ participantId: id, email, name, alike }) => ({
      participantId: id,
      email,
      ...(name !== undefined && { name }),
      ...(alike && { alike }),
    }))
  })

  routes.command(setAbsence, async (call) => {
    const { body, caller, now } = call
    const { participantId, deputies } = body
    const times = timesOf(body)
    const workspaceId = await workspaceOfParticipant(platform.db, participantId)
    if (workspaceId === undefined) throw new Rejected('participant.not-found')
    const emails = await emailsIn(platform.db, workspaceId, deputies)
    const what = {
      participantId,
      userId: caller.userId,
      absence: times && { ...times, deputies },
      emails,
      now,
    }
    return asking(
      { ...call, params: { id: workspaceId } },
      {
        command: { type: 'SetAbsence', ...what },
        asks: { about: participantId },
        reply: (done) => participantReply(platform, done, { id: participantId }),
      },
    )
  })
}
