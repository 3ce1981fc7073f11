import { randomUUID } from 'node:crypto'
import { pairClaim } from '#contract/accounts/pairing.ts'
import { signup } from '#contract/accounts/sign-up.ts'
import { sendContact } from '#contract/accounts/visitors.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { declineRequest } from '#contract/requests/decisions.ts'
import { breakGlass, glassChallenge } from '#contract/requests/glass/glass.ts'
import { sendDrill } from '#contract/requests/drills.ts'
import { prepareRequest } from '#contract/requests/requests.ts'
import { writeKind } from '#contract/requests/writing-kinds.ts'
import { declineMany } from '#contract/requests/several.ts'
import { textHash } from '#contract/requests/signing.ts'
import { typedText } from '#contract/typed-text.ts'
import { writeGroup } from '#contract/workspaces/approving/groups.ts'
import { saveHistoryView } from '#contract/workspaces/history-views.ts'
import { acceptInvite, inviteParticipant, inviteParticipants } from '#contract/workspaces/invitations.ts'
import { requestOffer } from '#contract/workspaces/subscription/offers.ts'
import { answerOffer } from '#contract/workspaces/subscription/answer-offer.ts'
import { addActivity, addEternalActivity, endActivity } from '#contract/workspaces/subscription/periods.ts'
import { changeEnds } from '#contract/workspaces/operator/several-periods.ts'
import { startLift } from '#contract/workspaces/protection-lift.ts'
import { takeLogLines } from '../processes/silent-log.ts'
import { deferredDone } from '../product/deferred-done.ts'
import { newestInvitation, workspaceOf } from '../product/workspaces.ts'
import { reasonForGlass } from './typed-reasons.ts'
import { endDrill } from './end-drill.ts'
import type { Answered } from '../product/product.ts'
import { openRequests, type RequestApi, type Team } from '../product/requests.ts'
import { unknown } from './access-cast.ts'
import { madeCall } from './good-calls.ts'
import { writingKind } from './typed-kinds.ts'
import { textFields, type TextField } from './typed-fields.ts'

/** Sends texts in every field in which people type. */

export type Send = (text: string, headers?: Record<string, string>) => Promise<Answered>
export type TypedTexts = {
  readonly api: RequestApi
  readonly team: Team
  /** Sends a good call with this text in the field; the answer has it under the same name. */
  sending(field: TextField): Send
  /** Checks each field in turn. An error names the operation and the field. */
  each(check: (field: TextField, send: Send) => Promise<void>): Promise<void>
}

/** Every field in which people type. */
export const typed = textFields.filter(({ schema }) => schema['x-typed'])

/** The facts that hold a text which the answer of the operation does not show. */
const BECOMES = new Map<Endpoint, string>([
  [sendContact, 'ContactSent'],
  [requestOffer, 'OfferRequested'],
  [answerOffer, 'OfferAnswered'],
  [addActivity, 'ActivityPeriodAdded'],
  [addEternalActivity, 'ActivityPeriodAdded'],
  [endActivity, 'ActivityPeriodChanged'],
  [startLift, 'ProtectionLiftStarted'],
  [signup, 'UserNamed'],
])
/** They need an open request each. */
const DECLINES = new Set<Endpoint>([declineRequest, declineMany])

/** An invitation that needs no second admin while people are protected. */
const ASKS_NOBODY = { role: 'regular user', approver: false, requester: true }

/** A good body with the text in its field, or in that of its first row. */
const withText = (
  endpoint: Endpoint,
  body: Record<string, any>,
  { field, text }: { readonly field: string; readonly text: string },
): Record<string, any> => {
  const [list, part] = field.split('.')
  if (part !== undefined) {
    const row = { ...body[list!]?.[0], ...ASKS_NOBODY, requestId: body['requestIds']?.[0] }
    return { ...body, [list!]: [{ ...row, [part]: text }] }
  }
  return { ...body, ...(endpoint === inviteParticipant && ASKS_NOBODY), [field]: text }
}

/** Returns the texts whose hash an answer shows; other ones if the hash does not match. */
const hashed = async ({ body }: Answered, sent: Record<string, string>): Promise<object> => {
  const [title, details] = ['title', 'details'].map((name) => typedText(sent[name] ?? ''))
  const said = { title: title!, details: details || null }
  const hash = await textHash({ ...said, salt: body.textSalt })
  return hash === body.content.textHash ? said : { title: 'another text', details: 'another text' }
}

/** Returns how the answer shows the text. Throws if it does not say. */
export const shown = ({ field, endpoint }: TextField, { status, body }: Answered): unknown => {
  if (status >= 300) throw new Error(`the good call was refused with ${status} ${body?.code}`)
  if (Object.hasOwn(body, field)) return body[field] ?? ''
  throw new Error(
    `neither the answer nor ${BECOMES.get(endpoint) ?? 'a fact'} has ${field}: say in BECOMES of tests/support/endpoints/typed-texts.ts which fact ${endpoint.operation} writes it to`,
  )
}

export const openTypedTexts = async (
  settings: Parameters<typeof openRequests>[0] = {},
): Promise<TypedTexts> => {
  const api = await openRequests(settings)
  const { product } = api
  const team = await api.team()
  /** For renaming. */
  const device = (await api.enrol(team.admin)).deviceId
  const operator = await product.person({ role: 'super admin' })

  const newest = async (type: string): Promise<object> => {
    const events = product.platform.db('event_store.events').where({ type })
    const { stream } = await events.orderBy('position', 'desc').first('stream')
    return (await product.facts(stream)).findLast((fact) => fact.type === type)!.data
  }

  /** Claims a pairing as a phone of this name, and returns what the desktop shows. */
  const claimAs = async (name: string): Promise<Answered> => {
    const { id, code } = (await api.post('/auth/pair', team.admin)).body
    const answer = await product.call('POST', '/auth/pair-claim', { body: { code, name } })
    return answer.status < 300 ? api.get(`/auth/pair-state/${id}`, team.admin) : answer
  }

  let open: string | undefined
  /** An open request that the admin may decline. */
  const toDecline = async (): Promise<string> => (open ??= (await api.ask(team.anna, team.id)).body.id)

  /** Somebody who is invited accepts under this name. */
  const acceptAs = async (name: string): Promise<Answered> => {
    const person = await product.person({ role: 'regular user' })
    const invited = { email: person.email, ...ASKS_NOBODY }
    await api.post(`/workspaces/invite-participant/${team.id}`, team.admin, invited)
    return api.post(`/participants/accept-invite/${await newestInvitation(product, team.id)}`, person, {
      name,
    })
  }

  /** A workspace of its own is extended for this reason. */
  const extendFor = async (reason: string): Promise<Answered> => {
    const { id } = await api.workspace()
    const body = { workspaceIds: [id], change: 'extend', endDate: '2027-02-28', reason }
    const answer = await product.call('PATCH', changeEnds.path, { token: operator.token, body })
    return answer.status < 300 ? { ...answer, body: await newest('ActivityPeriodAdded') } : answer
  }

  /** Each name is the next one of the same group, in a workspace that never protects its people. */
  const unprotected = await workspaceOf(product, team.admin)
  const nameGroup = (given: object): Promise<Answered> =>
    api.post(`/groups/write/${unprotected.id}`, team.admin, { participantIds: [], ...given })
  const { id: group } = (await nameGroup({ name: 'Treasury' })).body

  const reasons = await reasonForGlass(api)

  /** One kind with the text at this place: a workspace has few of them. */
  const kindWith = writingKind(api, { id: unprotected.id, admin: team.admin })
  await kindWith()

  const typedOtherwise = new Map<Endpoint, (text: string, place: string) => Promise<Answered>>([
    [writeKind, (text, place) => kindWith({ text, place })],
    [glassChallenge, reasons.prepared],
    [breakGlass, reasons.broken],
    [writeGroup, (name) => nameGroup({ id: group, name })],
    [pairClaim, claimAs],
    [acceptInvite, acceptAs],
    [changeEnds, extendFor],
  ])

  /** What shows the text: the answer, or the fact that holds it. */
  const shownBy = async (
    endpoint: Endpoint,
    answer: Answered,
    sent: Record<string, any>,
  ): Promise<object> => {
    if (endpoint === prepareRequest) return hashed(answer, sent)
    if (endpoint === inviteParticipants)
      return { 'participants.name': answer.body.results[0].participant.name }
    if (DECLINES.has(endpoint)) open = undefined
    if (endpoint === declineRequest) return { reason: answer.body.declineReason }
    // A fact without a reason has no such field.
    if (endpoint === declineMany) {
      const { reason } = { reason: undefined, ...(await newest('RequestDeclined')) }
      return { reason, 'reasons.reason': reason }
    }
    if (endpoint === signup) await deferredDone(product.platform)
    const type = BECOMES.get(endpoint)
    return type ? newest(type) : answer.body
  }

  const sending =
    ({ endpoint, field, place }: TextField): Send =>
    async (text, headers = {}) => {
      const typedBy = typedOtherwise.get(endpoint)
      if (typedBy) return typedBy(text, place)
      const { token } = endpoint.access === 'super admin' ? operator : team.admin
      const request = DECLINES.has(endpoint) ? await toDecline() : randomUUID()
      const ids = { ...unknown(), workspace: team.id, approver: team.ben.participantId, device, request }
      const { url, body } = await madeCall(endpoint, { product, token, ids })
      const sent = withText(endpoint, { ...body }, { field, text })
      if (endpoint === sendDrill) await endDrill(product, team.id)
      // Each name is a further view.
      if (endpoint === saveHistoryView) await product.platform.db('history_views').delete()
      const answer = await product.call(endpoint.method, url, { token, body: sent, headers })
      return answer.status < 300 ? { ...answer, body: await shownBy(endpoint, answer, sent) } : answer
    }

  return {
    api,
    team,
    sending,
    async each(check) {
      for (const field of typed)
        try {
          await check(field, async (text) => {
            const answer = await sending(field)(text)
            if (answer.status === 201 && field.endpoint.operation === 'requests.create')
              await api.post(`/requests/withdraw/${answer.body.id}`, team.admin)
            return answer
          })
        } catch (error) {
          // The log says nothing about a text that is shown otherwise than it was typed.
          takeLogLines()
          throw new Error(`${field.name}: ${(error as Error).message}`, { cause: error })
        }
    },
  }
}
