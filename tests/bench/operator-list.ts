import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listWorkspaces } from '#contract/periods.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { openProductOn } from '../support/product.ts'
import { newDatabase } from './database.ts'
import { figure, median, quantile, type Figure, type Progress } from './measure.ts'

const workspaces = 10_000
const rounds = 200

/** Workspaces with 1 to 20 people each, and up to eight periods, most of which are over. */
const fill = async (db: Knex): Promise<void> => {
  for (const sql of [
    `INSERT INTO workspaces (id, name, timezone, needs_onboarding, trial_starts_on, trial_ends_on, created_at)
     SELECT md5('w' || n)::uuid, 'Workspace ' || n, 'Europe/Berlin', false, current_date::text, (current_date + n % 30)::text, now() + n * interval '1 second'
     FROM generate_series(1, ${workspaces}) n`,
    `INSERT INTO participants (id, workspace_id, user_id, email, role, active, approver, requester, invite, invited_at, joined_at, created_at)
     SELECT gen_random_uuid(), md5('w' || n)::uuid, gen_random_uuid(), 'person.' || n || '.' || k || '@example.com', 'admin',
       true, true, true, 'accepted', now(), now(), now()
     FROM generate_series(1, ${workspaces}) n, generate_series(1, 20) k WHERE k <= 1 + n % 20`,
    `INSERT INTO periods (id, workspace_id, kind, starts_on, ends_on, created_at)
     SELECT gen_random_uuid(), md5('w' || n)::uuid, 'period', (day + n % 50)::text, (day + n % 50 + 120)::text, now()
     FROM generate_series(1, ${workspaces}) n, generate_series(1, 8) k,
       LATERAL (SELECT current_date - 700 + 100 * k AS day) AS begun
     WHERE k <= n % 9`,
    'VACUUM ANALYZE',
  ])
    await db.raw(sql)
}

/** How long the whole answer takes over the network of this machine, in ms. */
const timed = (port: number, query: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' }
    get({ port, host: '127.0.0.1', path: `${listWorkspaces.path}?limit=50&${query}`, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${query}: HTTP ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - start))
    }).on('error', reject)
  })

/** What a super admin asks of all workspaces, as the page does, one after the other. */
export const benchOperatorList = async (url: string, progress: Progress): Promise<Figure[]> => {
  const product = await openProductOn(await newDatabase(url))
  try {
    progress(`operator list: writing ${workspaces} workspaces`)
    await fill(product.platform.db)
    await product.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = product.app.server.address() as AddressInfo
    const { token } = await product.person({ role: 'super admin' })
    const figures: Figure[] = []
    for (const [words, query] of Object.entries({
      'the newest first': '',
      'by their end': 'sort=endDate',
      'that are premium': 'subscription=premium',
      'that end within 30 days, by their end': 'endsWithin=30&sort=endDate',
      'by a part of the name': 'q=space%2077',
    })) {
      progress(`operator list: ${words}`)
      for (let round = 0; round < 20; round += 1) await timed(port, query, token)
      const took: number[] = []
      for (let round = 0; round < rounds; round += 1) took.push(await timed(port, query, token))
      figures.push(
        figure(`p95 of ${workspaces} workspaces ${words}, to the median`, quantile(took, 0.95), 'ms', {
          baseline: median(took),
        }),
      )
    }
    return figures
  } finally {
    await product.close()
  }
}
