import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { allEvents } from '#modules/all.events.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { mailboxMessages } from '#platform/mail/mailbox.ts'
import { openPlatform } from '#platform/platform.ts'
import { openLocalProduct, type LocalProduct } from '#support/product/local-product.ts'
import { openProduct } from '#support/product/product.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { eventually } from '#support/eventually.ts'

let local: LocalProduct
beforeAll(async () => {
  local = await openLocalProduct()
})
afterAll(() => local?.close())

const body = () => ({ email: `${randomUUID()}@example.org`, password: 'correct horse' })

test('accepts each of 150 concurrent sign-ups or asks to retry', async () => {
  const product = await openProduct()
  try {
    const answers = await Promise.all(
      Array.from({ length: 150 }, () =>
        product.app.inject({ method: 'POST', url: '/auth/signup', payload: body() }),
      ),
    )
    const refused = answers.filter(({ statusCode }) => statusCode !== 201)
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({ statusCode: 503, code: 'service.busy' })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    // 4 running and 64 queued.
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(68)
  } finally {
    await product.close()
  }
})

/** Appends the cause of a mail, like another process. */
const causeMail = async (email: string) => {
  const platform = await openPlatform(local.config, { log: silentLog, catalogue: allEvents, readModels: [] })
  try {
    const userId = randomUUID()
    const generation = await confirmationTokens(platform).renew(userId, new Date(Date.now() + 3_600_000))
    await platform.commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: bySystem(randomUUID(), new Date()),
      command: {
        type: 'SignUp',
        userId,
        email,
        language: 'en',
        addressHash: addressHash(local.config.ADDRESS_KEY, email),
        generation,
      },
    })
  } finally {
    await platform.close()
  }
}

test('mails are sent while sign-ups hold all connections of the API, even in one process', async () => {
  const db = openDatabase(local.databaseUrl)
  const held = await db.transaction()
  try {
    // Each sign-up waits here with a connection.
    await held.raw('LOCK TABLE throttles IN ACCESS EXCLUSIVE MODE')
    const answered = Promise.any(
      Array.from({ length: 30 }, () =>
        fetch(`${local.origin}/auth/signup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body()),
        }),
      ),
    ).then(() => 'somebody of the crowd was answered')
    await expect
      .poll(async () => {
        const { rows } = await db.raw(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rows[0].n
      })
      .toBe(10)
    const email = `${randomUUID()}@example.org`
    await causeMail(email)
    const mailed = eventually(async () =>
      expect((await mailboxMessages(db)).map(({ to }) => to)).toContain(email),
    ).then(() => 'the mail is there')
    expect(await Promise.race([mailed, answered])).toBe('the mail is there')
  } finally {
    await held.rollback()
    await db.destroy()
  }
})
