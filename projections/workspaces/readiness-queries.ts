import type { Knex } from 'knex'
import { MAX_REMINDED, type Lacks, type Readiness } from '#contract/workspaces/readiness.ts'

/** Whether the participant `p` has a usable device. Reads the users model. Its parameter is the current time. */
const HAS_DEVICE = `EXISTS (SELECT FROM devices AS d WHERE d.user_id = p.user_id AND NOT d.disabled
  AND (d.usable_from IS NULL OR d.usable_from <= ?))`
/** Whether the participant `p` has decided a request. Reads the requests model. */
const HAS_DECIDED = `EXISTS (SELECT FROM requests AS r
  WHERE r.workspace_id = p.workspace_id AND r.decided_by_id = p.id)`
const IS_INVITED = `p.active AND p.invite = 'pending'`
const HAS_JOINED = `p.active AND p.invite = 'accepted'`

/** The newest mail to participant `p`, or its newest invitation, if it did not arrive. Reads the audit model. */
const UNDELIVERED = `FROM audit_undelivered AS mail
  WHERE mail.workspace_id = p.workspace_id AND mail.recipient = coalesce(p.user_id, p.id)::text
    AND p.active AND p.invite <> 'revoked' AND (p.user_id IS NOT NULL OR mail.at >= p.invited_at)`
/** Why, as a column. */
export const WHY_UNDELIVERED = `(SELECT mail.why ${UNDELIVERED}) AS undelivered`
const IS_UNREACHED = `EXISTS (SELECT ${UNDELIVERED})`

/** What participant `p` lacks, with the number of times that it takes as parameters. */
const LACKING: { readonly [lacks in Lacks]: readonly [sql: string, takes: number] } = {
  joining: [IS_INVITED, 0],
  device: [`${HAS_JOINED} AND NOT ${HAS_DEVICE}`, 1],
  decision: [`${HAS_JOINED} AND p.approver AND NOT ${HAS_DECIDED}`, 0],
  mailbox: [IS_UNREACHED, 0],
}

/** Keeps the participants `p` who lack this. */
export const lacking = (found: Knex.QueryBuilder, lacks: Lacks, now: Date): void => {
  const [sql, takes] = LACKING[lacks]
  found.whereRaw(`(${sql})`, Array<Date>(takes).fill(now))
}

const DAY_MS = 86_400_000

/** Counts how far the people of a workspace are. Ignores dead letters: the access check has looked for those of the workspace. */
export const readinessOf = async (db: Knex, workspaceId: string, now: Date): Promise<Readiness> => {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const { rows } = await db.raw<{ rows: readonly Readonly<Record<string, number>>[] }>(
    `SELECT
       count(*) FILTER (WHERE ${IS_INVITED} OR ${HAS_JOINED})::int AS invited,
       count(*) FILTER (WHERE ${HAS_JOINED})::int AS joined,
       count(*) FILTER (WHERE ${HAS_JOINED} AND has_device)::int AS "withDevice",
       count(*) FILTER (WHERE ${HAS_JOINED} AND ${HAS_DECIDED})::int AS "decidedOnce",
       count(*) FILTER (WHERE ${IS_INVITED} AND invited_at <= :dayAgo)::int AS joining,
       count(*) FILTER (WHERE ${HAS_JOINED} AND NOT has_device AND coalesce(reminded_at <= :dayAgo, true))::int AS device,
       count(*) FILTER (WHERE ${IS_INVITED} AND mailed IS NULL)::int AS waiting,
       count(*) FILTER (WHERE ${IS_INVITED} AND mailed <> 'failed')::int AS sent,
       count(*) FILTER (WHERE ${IS_INVITED} AND mailed = 'failed')::int AS failed,
       count(*) FILTER (WHERE is_unreached)::int AS unreached
     FROM (
       SELECT p.id, p.workspace_id, p.active, p.invite, p.invited_at, p.reminded_at,
         ${HAS_DEVICE.replace('?', ':now')} AS has_device, ${IS_UNREACHED} AS is_unreached,
         (SELECT m.outcome FROM audit_mails AS m
          WHERE m.workspace_id = p.workspace_id AND m.recipient = p.id::text AND m.purpose = 'workspace.invitation'
            AND m.at >= p.invited_at AND m.outcome <> 'dropped'
          ORDER BY m.at DESC LIMIT 1) AS mailed
       FROM participants AS p WHERE p.workspace_id = :workspaceId
     ) AS p`,
    { now, dayAgo, workspaceId },
  )
  const { joining, device, waiting, sent, failed, ...counts } = rows[0]!
  return {
    ...(counts as Pick<Readiness, 'invited' | 'joined' | 'withDevice' | 'decidedOnce' | 'unreached'>),
    remindable: { joining: joining!, device: device! },
    mails: { waiting: waiting!, sent: sent!, failed: failed! },
  }
}

type Laggard = { readonly participantId: string; readonly email: string | null }

/** Returns at most `MAX_REMINDED` people who lack this, who waited longest first. Ignores dead letters: the stream decides. */
export const laggardsIn = async (
  db: Knex,
  { workspaceId, lacks }: { readonly workspaceId: string; readonly lacks: 'joining' | 'device' },
  now: Date,
): Promise<readonly Laggard[]> => {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  return db('participants as p')
    .where({ 'p.workspace_id': workspaceId })
    .modify((found) => lacking(found, lacks, now))
    .whereRaw(`coalesce(${lacks === 'joining' ? 'p.invited_at' : 'p.reminded_at'} <= ?, true)`, [dayAgo])
    .orderBy(['p.invited_at', 'p.id'])
    .limit(MAX_REMINDED)
    .select('p.id as participantId', 'p.email')
}
