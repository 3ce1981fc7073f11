import { Rejected } from '#contract/errors.ts'
import type { CallWay, Weakness } from '#contract/requests/requests.ts'
import type { Knex } from '#platform/postgres/database.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import { isDeviceBound } from '#platform/primitives/authenticator-data.ts'
import { haveConfirmedBefore } from '#projections/requests/pair-queries.ts'
import type { Signers } from './evidence.ts'
import type { ExistingRequest } from '#modules/requests/request.state.ts'

/** A key counts as new for so long after its enrolment. */
const NEW_MS = 7 * 86_400_000

/**
 * The approver's answer to who called whom. Returns null for requests whose requester did not describe the call, and
 * `'both-called'` if both say that they were called: an attacker with two telephones calls one as the other. Throws `call.missing`
 * without an answer, and `call.unclear` if both say that they made the call.
 */
export const answerOf = (
  { described }: Pick<ExistingRequest, 'described'>,
  call: CallWay | undefined,
): CallWay | 'both-called' | null => {
  if (described === null) return null
  if (call === undefined) throw new Rejected('call.missing')
  if (call !== described.call) return call
  if (call === 'i-called') throw new Rejected('call.unclear')
  return call === 'was-called' ? 'both-called' : call
}

type Services = { readonly db: Knex; readonly signers: Pick<Signers, 'enrolledAt'> }
type Confirmation = {
  readonly request: Pick<ExistingRequest, 'described' | 'requesterUserId'>
  readonly userId: string
  readonly evidence: Evidence
  readonly now: Date
}

/** What makes this confirmation of a call check weaker than it could be, in the order of `WEAKNESSES`. */
export const weaknessesOf = async (
  { db, signers }: Services,
  { request: { described, requesterUserId }, userId, evidence, now }: Confirmation,
): Promise<Weakness[]> => {
  const { authenticatorData, deviceId } = evidence
  const enrolledAt = await signers.enrolledAt(userId, deviceId)
  const found: { readonly [W in Weakness]: boolean } = {
    'not-called-back': !described?.calledBack,
    'synced-passkey': authenticatorData !== undefined && !isDeviceBound(authenticatorData),
    pin: authenticatorData === undefined,
    'new-device': enrolledAt === null || now.getTime() - enrolledAt.getTime() < NEW_MS,
    'first-contact': !(await haveConfirmedBefore(db, [requesterUserId, userId])),
  }
  return (Object.keys(found) as Weakness[]).filter((weakness) => found[weakness])
}
