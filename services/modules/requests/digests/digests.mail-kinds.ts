import { requestsAmong, type SeenRequest } from '#projections/requests/queries.ts'
import { userById } from '#projections/users/queries.ts'
import { unsubscribeToken } from '#platform/mail/unsubscribe-token.ts'
import { digestFold } from '#modules/mails/digests/digest.state.ts'
import { mailKind, type MailServices } from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { digestMailOf, type Told } from './digests.mails.ts'

/** What the request means to the reader by now; undefined for one that somebody else has ended, or that they may not answer any more. */
const toldOf = ({ request, participantId, isWaiting }: SeenRequest): Told['as'] | undefined => {
  if (isWaiting) return 'waiting'
  if (request.status === 'pending') return undefined
  const { requester, decidedBy, closedReason } = request
  const actor = closedReason === 'withdrawn' ? requester : decidedBy
  if (actor?.participantId === participantId) return 'mine'
  return requester.participantId === participantId ? 'asked' : undefined
}

const timezoneOf = async (workspaceId: string, commands: MailServices['commands']): Promise<string> => {
  const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
  return state.kind === 'open' ? state.timezone : 'UTC'
}

/** Tells of the requests whose mails were deferred, as they are when the digest is sent. */
export const digestMail = mailKind({
  purpose: 'request.digest',
  on: 'DigestReleased',
  isMass: true,
  readModels: ['users', 'requests'],
  recipients: ({ data }) => [data.userId],
  async prepare({ stream, revision }, userId, { db, now, baseUrl, commands, config }) {
    const user = await userById(db, userId)
    if (!user) throw new Error('the read models have not reached the event')
    if (user.email === null) return { drop: 'the account was erased' }
    if (user.requestMails === 'never') return { drop: 'the person wants no such mails' }
    const { waiting } = await commands.loadAt(digestFold, stream, revision - 1)
    const told: Told[] = []
    for (const seen of await requestsAmong(db, [...waiting], userId, now)) {
      const as = toldOf(seen)
      if (as === undefined) continue
      const timezone = user.timeZone ?? (await timezoneOf(seen.request.workspaceId, commands))
      told.push({ as, request: seen.request, timezone })
    }
    if (told.length === 0) return { drop: 'nothing is left to tell' }
    const url = `${baseUrl}/m/`
    const unsubscribeUrl = `${baseUrl}/users/unsubscribe/${unsubscribeToken(config, userId)}`
    return { to: user.email, mail: digestMailOf(user.language, { told, url, unsubscribeUrl }) }
  },
})
