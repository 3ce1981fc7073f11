import type { User } from '#contract/accounts/users.ts'
import type { Request } from '#contract/requests/requests.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { entryOfEvent } from '#projections/audit/queries.ts'
import { ifAvailable } from '#projections/engine/runner/dead-letters.ts'
import { requestById } from '#projections/requests/queries.ts'
import { userById } from '#projections/users/queries.ts'
import { nameIn } from '#projections/workspaces/participant-queries.ts'
import type { Mail, MailServices, Prepared } from '#modules/mails/mail-kind.ts'
import type { Named } from '#modules/mails/people.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isActiveAdmin,
  memberOfUser,
  workspaceFold,
  type WorkspaceState,
} from '#modules/workspaces/workspace.state.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import type { MailedRequest } from '#modules/requests/notices/requests.mails.ts'

/** Prepares a mail about a request, or what its reader has chosen instead. */

/** Reasons to drop a mail. */
const NOT_WANTED = 'the person wants no such mails'
export const NOT_PENDING = 'the request is no longer pending'

export type Letter = (language: 'de' | 'en', mailed: MailedRequest) => Mail
type Letters = {
  readonly letterOf: Letter
  /** Whether the read model has applied the event. */
  readonly isReached?: (request: Request) => boolean
  /** Whether the reader may have it later or not at all. Never what is about security. */
  readonly isOrdinary?: (request: Request) => boolean
  /** The reason to drop the mail; null: send it. */
  readonly dropReason?: (request: Request) => string | null
}

/** A requester whose departure closed the request still gets the mail, although they can no longer see the request. */
const isGoneRequester = async (
  userId: string,
  { id: requestId, closedReason }: Request,
  commands: MailServices['commands'],
): Promise<boolean> => {
  if (closedReason !== 'requester-unavailable') return false
  const { state } = await commands.load(requestDecider, requestStream(requestId))
  return state.kind !== 'none' && state.requesterUserId === userId
}

const placeOf = (
  workspace: WorkspaceState,
  { id: userId, timeZone }: User,
): Pick<MailedRequest, 'timezone' | 'readerId' | 'isAdmin'> => {
  const timezone = timeZone ?? (workspace.kind === 'open' ? workspace.timezone : 'UTC')
  const member = memberOfUser(workspace, userId)
  const isAdmin = member !== undefined && isActiveAdmin(member)
  return { timezone, readerId: member?.participantId ?? null, isAdmin }
}

export const namedIn = async (
  db: MailServices['db'],
  workspaceId: string,
  userId: string,
): Promise<Named> => {
  const [user, name] = await Promise.all([userById(db, userId), nameIn(db, workspaceId, userId)])
  return { email: user?.email ?? null, name: name === undefined ? user?.name : name }
}

type About = Fact<{ type: string; data: { requestId: string; workspaceId: string } }>
type Reader = {
  readonly request: Request
  readonly user: User
  readonly isThere: boolean
  readonly place: ReturnType<typeof placeOf>
}

/** The mail, or what its reader has chosen instead. */
const mailOrLater = async (
  { id: factId, data: { requestId } }: About,
  { request, user, isThere, place }: Reader,
  { db, baseUrl }: MailServices,
  { letterOf, isOrdinary }: Letters,
): Promise<Prepared> => {
  const { email, language } = user
  if (email === null) return { drop: 'the account was erased' }
  const chosen = isThere && isOrdinary?.(request) ? user.requestMails : 'at-once'
  if (chosen === 'never') return { drop: NOT_WANTED }
  if (chosen !== 'at-once')
    return { later: { period: chosen, timeZone: place.timezone, aboutRequestId: requestId } }
  const entry = await ifAvailable(entryOfEvent(db, factId))
  const url = isThere ? `${baseUrl}/m/requests/${requestId}` : null
  return { to: email, mail: letterOf(language, { request, url, entry, ...place }) }
}

/** A mail to the account's address, in the account's language. */
export const prepare = async (
  fact: About,
  userId: string,
  services: MailServices,
  letters: Letters,
): Promise<Prepared> => {
  const { db, now, commands } = services
  const { requestId, workspaceId } = fact.data
  const [request, user] = await Promise.all([requestById(db, requestId, now), userById(db, userId)])
  if (!request || !user || letters.isReached?.(request) === false)
    throw new Error('the read models have not reached the event')
  const { state: workspace } = await commands.load(workspaceFold, workspaceStream(workspaceId))
  const isThere = memberOfUser(workspace, userId) !== undefined
  if (!isThere && !(await isGoneRequester(userId, request, commands)))
    return { drop: 'the person left the workspace' }
  const reason = letters.dropReason?.(request) ?? null
  if (reason !== null) return { drop: reason }
  return mailOrLater(fact, { request, user, isThere, place: placeOf(workspace, user) }, services, letters)
}

/** The mail waits briefly for its audit entry, and is sent without it if the audit model is behind. */
export const reading = { readModels: ['requests', 'users'], mentions: ['audit'] } as const
