import type { WrittenKind } from '#contract/requests/fields/kind-definition.ts'
import type { Act } from '#modules/workspaces/protection/change.state.ts'
import { USUAL_HOURS, type WorkingHours } from '#contract/workspaces/approving/working-hours.ts'
import { offerReference } from '#contract/workspaces/subscription/offers.ts'
import { endOf, subscriptionOf, termOf, type Dates } from '#contract/workspaces/subscription/subscription.ts'
import { columnsOf, type Shown } from '../engine/definition/tables.ts'
import { workspacesTables } from './tables.ts'
import type { Absence } from '#contract/person.ts'
import { numberThatCounts } from '#modules/workspaces/participants/call-back.state.ts'
import type {
  CallBack,
  Invite,
  Participant,
  Workspace,
  WorkspaceTerm,
} from '#contract/workspaces/workspaces.ts'

type Tables = typeof workspacesTables
export type PeriodRow = Shown<Tables['periods']>
export type WorkspaceRow = Shown<Tables['workspaces']> & {
  readonly periods: readonly Pick<PeriodRow, 'kind' | 'starts_on' | 'ends_on' | 'seats'>[]
  readonly participant_count: number
}
export type NumberRow = Pick<
  Shown<Tables['participants']>,
  'number_1' | 'number_1_counts_from' | 'number_2' | 'number_2_counts_from'
>
export type ParticipantRow = Shown<Tables['participants']> & {
  /** Whether the inviter may no longer invite; absent right after the inviting command. */
  readonly is_orphaned?: boolean
  /** Read with `PARTICIPANT`; previewed rows are compared instead. */
  readonly is_alike?: boolean
  /** Read with `ABSENCE`; absent where it is not shown. */
  readonly absence?: Absence | null
}

/** The periods of workspace `w`, as JSON rows. */
export const PERIODS = `(SELECT coalesce(json_agg(periods), '[]') FROM periods WHERE workspace_id = w.id) AS periods`
/** The number of joined participants of workspace `w`. */
export const PARTICIPANT_COUNT = `(SELECT count(*)::int FROM participants
  WHERE workspace_id = w.id AND invite = 'accepted') AS participant_count`

/** `PARTICIPANT_COUNT` of previewed rows. */
export const countJoined = (rows: readonly ParticipantRow[]): number =>
  rows.filter(({ invite }) => invite === 'accepted').length

/** Participants `p`, joined with the inviter of an open invitation if that one may still invite. */
export const WITH_INVITERS = `participants AS p LEFT JOIN participants AS inviter
  ON p.invite = 'pending' AND inviter.workspace_id = p.workspace_id AND inviter.user_id = p.invited_by
  AND inviter.active AND inviter.role = 'admin'`
const ORPHANED = `(p.invite = 'pending' AND inviter.id IS NULL)`
export const PARTICIPANT_COLUMNS = columnsOf('p', workspacesTables.participants)
/**
 * Whether participant `p` and another one of the workspace have names that look alike. Revoked invitations have none. It counts, because for
 * EXISTS the planner expects an early hit and reads the whole table where there is none.
 */
const ALIKE = `(p.invite <> 'revoked' AND p.looks IS NOT NULL AND (SELECT count(*) FROM participants AS other
  WHERE other.looks && p.looks AND other.id <> p.id AND other.invite <> 'revoked') > 0)`
/** The absence of participant `p`, with those deputies who may decide. */
export const ABSENCE = `CASE WHEN p.absent_until IS NOT NULL THEN json_build_object(
  'from', p.absent_from, 'until', p.absent_until, 'deputies', coalesce((
    SELECT json_agg(json_build_object('participantId', d.id, 'email', d.email, 'name', d.name)
      ORDER BY array_position(p.deputy_ids, d.id::text))
    FROM participants AS d
    WHERE d.workspace_id = p.workspace_id AND d.id::text = ANY(p.deputy_ids) AND d.active AND d.approver), '[]')) END AS absence`
/** The columns that `toParticipant` needs. */
export const PARTICIPANT = `${PARTICIPANT_COLUMNS}, ${ORPHANED} AS is_orphaned, ${ALIKE} AS is_alike`
/** The shown state of the invitation; its parameter is the current time. */
export const INVITE = `CASE WHEN p.invite = 'pending' AND (p.invitation_expires_at <= ? OR ${ORPHANED})
  THEN 'expired' ELSE p.invite END`

const iso = (time: Date | string): string => new Date(time).toISOString()

/** Returns the input of `subscriptionOf`. */
export const datesOf = (
  row: Pick<WorkspaceRow, 'timezone' | 'trial_starts_on' | 'trial_ends_on' | 'periods'>,
): Dates => ({
  timezone: row.timezone,
  trialStartsOn: row.trial_starts_on,
  trialEndsOn: row.trial_ends_on,
  periods: row.periods.map((period) => ({
    startsOn: period.starts_on,
    endsOn: period.ends_on,
    seats: period.seats,
  })),
})

const termsOf = ({ trial_starts_on, trial_ends_on, periods }: WorkspaceRow): WorkspaceTerm[] =>
  [
    { kind: 'trial' as const, startDate: trial_starts_on, endDate: trial_ends_on, seats: null },
    ...periods.map(({ kind, starts_on: startDate, ends_on: endDate, seats }) => ({
      kind,
      startDate,
      endDate,
      seats,
    })),
  ].toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.endDate.localeCompare(b.endDate))

export const toWorkspace = (row: WorkspaceRow, now: Date): Workspace => {
  const dates = datesOf(row)
  const subscription = subscriptionOf(dates, now)
  const { startsOn, endsOn } = termOf(dates, now)
  return {
    id: row.id,
    name: row.name,
    description: row.description || null,
    timezone: row.timezone,
    billingUser: row.billing_user,
    billingConfirmed: row.billing_user !== null && row.billing_confirmed,
    needsOnboarding: row.needs_onboarding,
    isActive: subscription !== 'inactive',
    startDate: startsOn,
    endDate: endsOn,
    paymentReminderSent: row.reminded_of !== null && row.reminded_of === endOf(dates, now),
    subscription,
    peopleProtected: row.people_protected,
    breakGlass: row.break_glass,
    drillResultsByPerson: row.drill_results_by_person,
    workingHours: (row.working_hours as WorkingHours | null) ?? USUAL_HOURS,
    protectionLift:
      row.lift_ends_at === null ? null : { endsAt: iso(row.lift_ends_at), reason: row.lift_reason },
    participantCount: row.participant_count,
    offer:
      row.offer_id === null
        ? null
        : { reference: offerReference(row.offer_id), requestedAt: iso(row.offer_requested_at!) },
    terms: termsOf(row),
  }
}

/** The numbers that are kept, of a row with the columns of participants. */
const numbersOf = (row: NumberRow) =>
  ([1, 2] as const).flatMap((place) => {
    const countsFrom = row[`number_${place}_counts_from`]
    return countsFrom === null ? [] : [{ number: row[`number_${place}`], countsFrom: iso(countsFrom) }]
  })

/** The call-back number that counts; null without one. */
export const countingNumberOf = (row: NumberRow, now: Date): string | null =>
  numberThatCounts(numbersOf(row), now)?.number ?? null

const callBackOf = (row: NumberRow, now: Date): CallBack => {
  const kept = numbersOf(row)
  const waiting = kept.find(({ countsFrom }) => new Date(countsFrom) > now) ?? null
  return {
    callBackNumber: (numberThatCounts(kept, now) ?? waiting)?.number ?? null,
    callBackWaiting: waiting,
  }
}

/** An open invitation expires without an event: by time, or when its inviter may no longer invite. */
const inviteOf = (
  { invite, invitation_expires_at: expiresAt, is_orphaned: isOrphaned = false }: ParticipantRow,
  now: Date,
): Invite =>
  invite === 'pending' && (isOrphaned || (expiresAt !== null && new Date(expiresAt) <= now))
    ? 'expired'
    : invite

/** The absence of a row, unless it has ended. */
export const absenceOf = ({ absence }: Pick<ParticipantRow, 'absence'>, now: Date) => {
  if (absence === undefined) return {}
  if (absence === null || new Date(absence.until) <= now) return { absence: null }
  const { from, until, deputies } = absence
  return { absence: { from: iso(from), until: iso(until), deputies } }
}

export const toParticipant = (row: ParticipantRow, now: Date): Participant => ({
  id: row.id,
  workspaceId: row.workspace_id,
  userId: row.user_id,
  email: row.email,
  name: row.name,
  alike: row.is_alike ?? false,
  role: row.role,
  active: row.active,
  approver: row.approver,
  requester: row.requester,
  invite: inviteOf(row, now),
  invitedAt: iso(row.invited_at),
  joinedAt: row.joined_at === null ? null : iso(row.joined_at),
  ...callBackOf(row, now),
  ...absenceOf(row, now),
})

/** A row with what `ABSENCE` says. */
export const withAbsence = (row: ParticipantRow, rows: readonly ParticipantRow[]): ParticipantRow => {
  const { absent_from: from, absent_until: until, deputy_ids: ids } = row
  if (from === null || until === null) return { ...row, absence: null }
  const deputies = rows
    .filter(({ id, active, approver }) => active && approver && ids?.includes(id))
    .map(({ id: participantId, email, name }) => ({ participantId, email, name }))
  return { ...row, absence: { from: iso(from), until: iso(until), deputies } }
}

/** The rows of a workspace with what `ALIKE` says. */
export const comparingLooks = (rows: readonly ParticipantRow[]): readonly ParticipantRow[] => {
  const looksOf = ({ invite, looks }: ParticipantRow) => (invite === 'revoked' ? [] : (looks ?? []))
  const owners = new Map<string, number>()
  for (const look of rows.flatMap(looksOf)) owners.set(look, (owners.get(look) ?? 0) + 1)
  return rows.map((row) => ({ ...row, is_alike: looksOf(row).some((look) => owners.get(look)! > 1) }))
}

export const byAddress = (rows: readonly ParticipantRow[], now: Date): ReadonlyMap<string, Participant> =>
  new Map(
    rows.flatMap((row) => (row.address_hash === null ? [] : [[row.address_hash, toParticipant(row, now)]])),
  )

/** The participants whom an act names by their ids, beside its target. */
export const namedIdsOf = (act: Act): readonly string[] =>
  act.kind === 'absence'
    ? act.deputies
    : act.kind === 'group'
      ? [...new Set([...act.before, ...act.participantIds])]
      : []

/** The participants and groups that the rules of a kind name. */
export const namesInRules = (written: WrittenKind | null) => {
  const rules = [...(written?.before?.rules ?? []), ...(written?.after.rules ?? [])]
  const asked = rules.flatMap(({ who, escalate }) => [who, ...(escalate ? [escalate.who] : [])])
  const named = asked.flatMap((who) => (who === 'any' ? [] : who))
  const askedBy = rules.flatMap(({ when }) => when.requesterGroup ?? [])
  const ids = (found: readonly string[]) => [...new Set(found)]
  return {
    participants: ids(named.flatMap((who) => ('participants' in who ? who.participants : []))),
    groups: ids([...named.flatMap((who) => ('groups' in who ? who.groups : [])), ...askedBy]),
  }
}
