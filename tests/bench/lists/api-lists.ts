import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { ASKED_ORDERS, askedRequestCounts, askedRequests } from '#contract/requests/asked.ts'
import { INBOX_ORDERS, requestInbox, requestInboxCounts } from '#contract/requests/inbox.ts'
import { OVERVIEW_DAYS, workspaceOverview } from '#contract/requests/overview.ts'
import { workspaceFigures } from '#contract/workspaces/operator/figures.ts'
import { listWorkspaces } from '#contract/workspaces/subscription/periods.ts'
import {
  participantCounts,
  ParticipantOrder,
  workspaceParticipants,
} from '#contract/workspaces/participants.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { addressOf } from '#support/endpoints/endpoints.ts'
import { openProductOn } from '#support/product/product.ts'
import { workspaceOf } from '#support/product/workspaces.ts'
import { newDatabase } from '../database.ts'
import { figure, quantile, type Figure, type Progress } from '../measure.ts'
import { costOf } from './plans.ts'

const workspaces = 10_000
const participants = 10_000
const waiting = 2_000
const decided = 50_000
const ended = 20_000
/** Of one workspace in two years: with mails and reminders these are about a million events. */
const inOverview = 250_000
const rounds = 200
const BOUND_MS = 100

/**
 * Writes workspaces with 1 to 20 participants and up to eight periods each, most of them over. One workspace has many
 * participants, beside its admin; a tenth of them are only invited.
 */
const fill = async (db: Knex, large: string): Promise<void> => {
  const participant = `INSERT INTO participants (id, workspace_id, user_id, email, role, active, approver, requester, invite,
    invited_at, invitation_expires_at, joined_at, created_at)`
  for (const sql of [
    `INSERT INTO workspaces (id, name, timezone, needs_onboarding, people_protected, break_glass, drill_results_by_person, billing_confirmed, trial_starts_on, trial_ends_on, created_at)
     SELECT md5('w' || n)::uuid, 'Workspace ' || n, 'Europe/Berlin', false, false, false, false, false,
       current_date::text, (current_date + n % 30)::text, now() + n * interval '1 second'
     FROM generate_series(2, ${workspaces}) n`,
    `${participant}
     SELECT gen_random_uuid(), md5('w' || n)::uuid, gen_random_uuid(), 'person.' || n || '.' || k || '@example.com', 'admin',
       true, true, true, 'accepted', now(), NULL, now(), now()
     FROM generate_series(2, ${workspaces}) n, generate_series(1, 20) k WHERE k <= 1 + n % 20`,
    `${participant}
     SELECT gen_random_uuid(), '${large}', CASE WHEN n % 10 > 0 THEN gen_random_uuid() END,
       'person.' || n || '@example.com', CASE WHEN n % 20 = 1 THEN 'admin' ELSE 'regular user' END, n % 7 <> 2, n % 3 = 0,
       true, CASE WHEN n % 10 > 0 THEN 'accepted' ELSE 'pending' END, now(), now() + (n - 5000) * interval '1 minute',
       CASE WHEN n % 10 > 0 THEN now() END, now() + n * interval '1 second'
     FROM generate_series(2, ${participants}) n`,
    `INSERT INTO periods (id, workspace_id, kind, starts_on, ends_on, created_at)
     SELECT gen_random_uuid(), md5('w' || n)::uuid, 'period', (day + n % 50)::text, (day + n % 50 + 120)::text, now()
     FROM generate_series(2, ${workspaces}) n, generate_series(1, 8) k,
       LATERAL (SELECT current_date - 700 + 100 * k AS day) AS begun
     WHERE k <= n % 9`,
    'VACUUM ANALYZE',
  ])
    await db.raw(sql)
}

type Call = { readonly path: string; readonly token: string }

/**
 * Writes the inbox of `approverId`: so many requests wait in four workspaces, a twentieth of them call checks and half of them for
 * anybody, beside as many that wait for others, and many that were decided.
 */
const fillInbox = async (db: Knex, approverId: string): Promise<void> => {
  const place = (n: string) => `md5('w' || (2 + ${n} % 4))::uuid`
  const requests = `INSERT INTO requests (id, workspace_id, type, title, details, is_escalated, requester_id, requester_user_id, requester_email,
    approver_id, status, closed_reason, created_at, expires_at)
    SELECT gen_random_uuid(), ${place('n')}, CASE WHEN n % 20 = 0 THEN 'verification' ELSE 'approval' END, 'Pay invoice ' || n,
      repeat('Rent ', 100), false, md5('p' || n % 200)::uuid, md5('u' || n % 200)::uuid, 'person.' || n % 200 || '@example.com',`
  for (const sql of [
    `INSERT INTO request_workspaces (id, name, is_open) SELECT id, name, true FROM workspaces ON CONFLICT DO NOTHING`,
    `INSERT INTO request_participants (participant_id, workspace_id, user_id, email, role, active, approver, requester)
     SELECT md5('own' || n % 4)::uuid, ${place('n')}, '${approverId}', 'own@example.com', 'admin', true, true, true
     FROM generate_series(1, 4) n`,
    `INSERT INTO request_names (participant_id, workspace_id, name, is_current)
     SELECT md5('p' || n)::uuid, ${place('n')}, 'Person ' || n, true FROM generate_series(0, 199) n`,
    `${requests} CASE WHEN n % 8 < 4 THEN md5('own' || n % 4)::uuid END, 'pending', NULL,
       now() - n * interval '1 minute', now() + n * interval '1 minute' FROM generate_series(1, ${waiting}) n`,
    `${requests} md5('p' || n % 100)::uuid, 'pending', NULL, now(), now() + n * interval '1 minute'
     FROM generate_series(1, ${waiting}) n`,
    `${requests} CASE WHEN n % 8 < 4 THEN md5('own' || n % 4)::uuid END, CASE WHEN n % 5 > 0 THEN 'approved' ELSE 'declined' END,
       CASE WHEN n % 50 = 0 THEN 'expired' END, now() - n * interval '1 minute', now() - n * interval '1 minute'
     FROM generate_series(1, ${decided}) n`,
    // What the same person has asked.
    `INSERT INTO requests (id, workspace_id, type, title, is_escalated, requester_id, requester_user_id, approver_id, status, closed_reason,
       created_at, expires_at)
     SELECT gen_random_uuid(), ${place('n')}, 'approval', 'Pay rent ' || n, false, md5('own' || n % 4)::uuid, '${approverId}',
       CASE WHEN n % 3 > 0 THEN md5('p' || n % 200)::uuid END,
       CASE WHEN n <= ${waiting} THEN 'pending' WHEN n % 5 > 0 THEN 'approved' ELSE 'declined' END,
       CASE WHEN n > ${waiting} AND n % 10 = 0 THEN 'withdrawn' END, now() - n * interval '1 minute', now() + n * interval '1 minute'
     FROM generate_series(1, ${waiting + ended}) n`,
    'VACUUM ANALYZE',
  ])
    await db.raw(sql)
}

/** Writes what 200 people asked and decided in the large workspace, in the order of its end, and 2,000 requests that wait there. */
const fillOverview = async (db: Knex, large: string): Promise<void> => {
  const requests = `INSERT INTO requests (id, workspace_id, type, title, details, is_escalated, requester_id, requester_user_id, requester_email, approver_id,
      status, closed_reason, created_at, expires_at, decided_at, decided_by_id)
    SELECT gen_random_uuid(), '${large}', CASE WHEN n % 10 = 3 THEN 'verification' ELSE 'approval' END, 'Pay invoice ' || n, repeat('Rent ', 40), false,
      md5('p' || n % 200)::uuid, md5('u' || n % 200)::uuid, 'person.' || n % 200 || '@example.com', md5('p' || n % 97)::uuid,`
  for (const sql of [
    // In parts, because a statement has a time limit.
    ...Array.from(
      { length: 10 },
      (
        _,
        part,
      ) => `${requests} CASE WHEN n % 10 < 8 THEN 'approved' ELSE 'declined' END, CASE WHEN n % 10 = 9 THEN 'expired' END,
       ended_at - exp(4 + n % 60 / 10.0) * interval '1 second', ended_at, ended_at, CASE WHEN n % 10 < 9 THEN md5('p' || n % 97)::uuid END
     FROM generate_series(${(part * inOverview) / 10 + 1}, ${((part + 1) * inOverview) / 10}) n, LATERAL (SELECT now() - (${inOverview} - n) * 730.0 / ${inOverview} * interval '1 day' AS ended_at) at`,
    ),
    `${requests} 'pending', NULL, now() - n * interval '1 minute', now() + n * interval '1 minute', NULL, NULL
     FROM generate_series(1, ${waiting}) n`,
    `INSERT INTO request_participants (participant_id, workspace_id, user_id, email, role, active, approver, requester)
     SELECT md5('p' || n)::uuid, '${large}', md5('u' || n)::uuid, 'person.' || n || '@example.com', 'regular user', true, true, true
     FROM generate_series(0, 199) n`,
    'VACUUM ANALYZE',
  ])
    await db.raw(sql)
}

/** Returns the time for the whole answer over HTTP in ms. */
const timeCall = (port: number, { path, token }: Call): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' }
    get({ port, host: '127.0.0.1', path, headers }, (answer) => {
      const refused = (body: Buffer) =>
        reject(new Error(`${path}: HTTP ${answer.statusCode} ${body.toString()}`))
      if (answer.statusCode !== 200) answer.on('data', refused)
      answer.resume().on('end', () => resolve(performance.now() - start))
    }).on('error', reject)
  })

/** The lists of a super admin over all workspaces, of an admin over a large one, and of somebody who decides, as the pages call them. */
export const benchApiLists = async (url: string, progress: Progress): Promise<Figure[]> => {
  const database = await newDatabase(url)
  const product = await openProductOn(database)
  const explain = new pg.Client(database.url)
  try {
    await explain.connect()
    const operator = await product.person({ role: 'super admin' })
    const [admin, approver] = [await product.person(), await product.person()]
    progress(`lists of the API: writing ${workspaces} workspaces, and ${participants} participants of one`)
    // The api looks for its admin in the events of the workspace.
    const { id: large } = await workspaceOf(product, admin)
    await product.projector.caughtUp()
    await fill(product.platform.db, large)
    progress(`lists of the API: writing ${waiting} requests that wait, and ${decided} that were decided`)
    await fillInbox(product.platform.db, approver.userId)
    progress(`lists of the API: writing ${inOverview} requests of one workspace that have ended`)
    await fillOverview(product.platform.db, large)
    await product.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = product.app.server.address() as AddressInfo
    const ofAll = (query: object): Call => ({
      path: addressOf(listWorkspaces, undefined, { limit: 50, ...query }),
      token: operator.token,
    })
    const ofOne = (query: object): Call => ({
      path: addressOf(workspaceParticipants, { id: large }, { limit: 100, ...query }),
      token: admin.token,
    })
    const ofInbox = (query: object): Call => ({
      path: addressOf(requestInbox, undefined, { limit: 50, ...query }),
      token: approver.token,
    })
    const ofAsked = (query: object): Call => ({
      path: addressOf(askedRequests, undefined, { limit: 50, ...query }),
      token: approver.token,
    })
    const calls: Record<string, Call> = {
      [`${workspaces} workspaces, the newest first`]: ofAll({}),
      'the same by their end': ofAll({ sort: 'endDate' }),
      'those that are premium': ofAll({ subscription: 'premium' }),
      'those that end within 30 days, by their end': ofAll({ endsWithin: 30, sort: 'endDate' }),
      'those with a part of the name': ofAll({ q: 'space 77' }),
      'those that somebody joined this month': ofAll({ joinedIn: new Date().toISOString().slice(0, 7) }),
      'when they end, and what was added, per month': {
        path: addressOf(workspaceFigures, undefined, undefined),
        token: operator.token,
      },
      [`${participants} participants`]: ofOne({}),
      ...Object.fromEntries(
        ParticipantOrder.anyOf.map(({ const: sort }) => [`participants by ${sort}`, ofOne({ sort })]),
      ),
      'those with a part of the address': ofOne({ q: 'n.77' }),
      'those who are approvers': ofOne({ approver: true }),
      'those whose invitation has expired': ofOne({ invite: 'expired' }),
      'how many there are of each kind': {
        path: addressOf(participantCounts, { id: large }, undefined),
        token: admin.token,
      },
      [`${waiting} requests that wait, the newest first`]: ofInbox({}),
      ...Object.fromEntries(INBOX_ORDERS.map((sort) => [`the same by ${sort}`, ofInbox({ sort })])),
      'those with a part of the title': ofInbox({ sort: 'expiresAt', q: 'voice 77' }),
      'those that nobody answered in time': ofInbox({ sort: '-expiresAt', state: 'overdue' }),
      ...Object.fromEntries(
        ASKED_ORDERS.map((sort) => [
          `${waiting} requests that somebody has asked, by ${sort}`,
          ofAsked({ sort }),
        ]),
      ),
      'those by approver, with a part of the title': ofAsked({ sort: 'approver', q: 'rent 77' }),
      [`those of ${ended} that ended with an approval`]: ofAsked({ sort: '-createdAt', state: 'approved' }),
      'how many of these there are in each state': {
        path: addressOf(askedRequestCounts, undefined, undefined),
        token: approver.token,
      },
      'how many there are in each state': {
        path: addressOf(requestInboxCounts, undefined, undefined),
        token: approver.token,
      },
    }
    for (const days of OVERVIEW_DAYS)
      calls[`overview of ${days} days of a workspace with ${inOverview} requests`] = {
        path: addressOf(workspaceOverview, { id: large }, { days }),
        token: admin.token,
      }
    const figures: Figure[] = []
    for (const [words, one] of Object.entries(calls)) {
      progress(`lists of the API: ${words}`)
      for (let round = 0; round < 20; round += 1) await timeCall(port, one)
      const took: number[] = []
      for (let round = 0; round < rounds; round += 1) took.push(await timeCall(port, one))
      const { buffers, removed } = await costOf({ db: product.platform.db, explain }, () =>
        timeCall(port, one),
      )
      figures.push(
        figure(`${words}: median`, quantile(took, 0.5), 'ms'),
        figure(`${words}: 95th percentile, of its bound`, quantile(took, 0.95), 'ms', {
          baseline: BOUND_MS,
          goal: 1,
        }),
        figure(`${words}: pages of the database looked at`, buffers, 'pages'),
        figure(`${words}: rows read in vain`, removed, 'rows'),
      )
    }
    return figures
  } finally {
    await explain.end()
    await product.close()
  }
}
