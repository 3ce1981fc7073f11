import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { accountMails } from '#modules/accounts/accounts.mail-kinds.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { mailsStream, type MailEvent } from '#modules/mails/mail.events.ts'
import { mailboxMessages } from '#platform/mail/mailbox.ts'
import { buildEffects, type EffectOptions } from '../../../services/worker/effects.ts'
import { contextOf } from '../event-store/counter.ts'
import { openProduct, type Product } from './product.ts'
import { openSmtpSink } from '../servers/smtp-sink.ts'
import { eventually } from '../eventually.ts'

/** Opens the parts of a mail test. `close` closes them in reverse order. */
export const openStage = () => {
  const closing: (() => Promise<void>)[] = []
  return {
    defer: (close: () => Promise<void>) => void closing.push(close),
    async close() {
      for (const close of closing.splice(0).toReversed()) await close()
    },
    async product(...settings: Parameters<typeof openProduct>) {
      const product = await openProduct(...settings)
      closing.push(() => product.close())
      return product
    },
    /** Sends only account mails, and ticks often. */
    async worker({ platform }: Product, given: Partial<EffectOptions> = {}) {
      const options = { mailKinds: accountMails, reactors: [], chores: [], tickMs: 50, ...given }
      const worker = buildEffects(platform, options)
      closing.push(() => worker.stop())
      await worker.start()
      return worker
    },
    async smtp(options: Parameters<typeof openSmtpSink>[0] = {}) {
      const sink = await openSmtpSink(options)
      closing.push(() => sink.close())
      return sink
    },
  }
}

export const inbox = ({ platform }: Product) => mailboxMessages(platform.db)

export type EffectRow = {
  readonly id: string
  readonly event_id: string
  readonly stream: string
  readonly status: string
  readonly attempts: number
  /** bigint as text */
  readonly fence: string
  readonly next_at: Date
  readonly updated_at: Date
}

export const effects = async ({ platform }: Product): Promise<EffectRow[]> =>
  platform.db('effects').orderBy('created_at')

/** Waits until the ledger has `count` effects, each with an outcome. */
export const settled = (product: Product, count: number) =>
  eventually(async () => {
    const rows = await effects(product)
    expect(rows.map(({ status }) => status)).not.toContain('sending')
    expect(rows.map(({ status }) => status)).not.toContain('pending')
    expect(rows).toHaveLength(count)
    return rows
  })

export const settledOne = async (product: Product): Promise<EffectRow> => (await settled(product, 1))[0]!

/** The recorded outcomes of all mails with the same cause, in order. */
export const outcomesOf = async (product: Product, { event_id }: Pick<EffectRow, 'event_id'>) => {
  const facts = await product.facts(mailsStream(event_id))
  return facts.flatMap(({ data }) => (data as unknown as MailEvent['data']).outcomes)
}

export const signUp = async (product: Product, email: string) => {
  const { status } = await product.call('POST', '/auth/signup', {
    body: { email, password: 'correct horse' },
    headers: { 'accept-language': 'de' },
  })
  expect(status).toBe(201)
}

export const enrolDevice = (product: Product, userId: string, name: string) =>
  product.platform.commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: contextOf(),
    command: {
      type: 'EnrolDevice',
      userId,
      deviceId: randomUUID(),
      kind: 'pin',
      name,
      publicKey: '{}',
      deviceBound: true,
      vouch: null,
      now: new Date(),
      waitMs: 86_400_000,
    },
  })

/** Signs up and confirms with the link from the mail. */
export const confirmed = async (product: Product, email: string) => {
  await signUp(product, email)
  await settled(product, 1)
  const [mail] = await inbox(product)
  const [, token] = /confirmEmail\/(\S+)/.exec(mail!.text)!
  expect((await product.call('POST', `/auth/verifyEmail/${token}`)).status).toBe(200)
}
