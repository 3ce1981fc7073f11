import { randomUUID } from 'node:crypto'
import { runDeferredCalls } from '#modules/accounts/deferred/run-deferred.ts'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { openProductOn, type Answered, type Product } from '#support/product/product.ts'
import { ask, enrol } from '#support/product/requests.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { recordStatements } from '#support/statements.ts'
import { newDatabase } from '../database.ts'
import { figure, type Figure, type Progress } from '../measure.ts'

type Step = { readonly name: string; readonly run: () => Promise<Answered> }

const steps = async (product: Product): Promise<Step[]> => {
  const workspace = await workspaceOf(product)
  const { id, admin } = workspace
  const anna = await colleague(product, workspace)
  const ben = await colleague(product, workspace, { approver: true })
  const phone = await enrol(product, ben)
  const email = `${randomUUID().slice(0, 8)}@example.org`
  const password = 'a long enough password'
  await product.call('POST', '/auth/signup', { body: { email, password } })
  await runDeferredCalls(product.platform)
  const { rows } = await product.platform.db.raw<{ rows: { subject_id: string }[] }>(
    `SELECT subject_id FROM mail_tokens WHERE purpose = 'confirm-email'`,
  )
  const token = confirmationTokens(product.platform).token(rows[0]!.subject_id, 1)
  await product.call('POST', `/auth/verifyEmail/${token}`)
  const post = (path: string, who: { token: string }, body?: unknown) =>
    product.call('POST', path, { token: who.token, body, headers: { 'idempotency-key': randomUUID() } })
  const createRequest = async () =>
    (await ask(product, anna, id, { approverId: ben.participantId })).body.id as string
  const approving = await createRequest()
  const proof = await phone.prove(approving)
  let declining = ''
  return [
    { name: 'approve', run: () => post(`/requests/approve/${approving}`, ben, proof) },
    {
      name: 'create request',
      run: async () => {
        const body = { type: 'approval', title: 'Pay the invoice', approverId: ben.participantId }
        const made = await post(`/requests/create/${id}`, anna, body)
        declining = made.body.id
        return made
      },
    },
    { name: 'decline', run: () => post(`/requests/decline/${declining}`, ben) },
    {
      name: 'invite',
      run: () =>
        post(`/workspaces/invite-participant/${id}`, admin, {
          email: `${randomUUID().slice(0, 8)}@example.org`,
          role: 'regular user',
          approver: true,
          requester: true,
        }),
    },
    { name: 'create workspace', run: () => post('/workspaces/create', admin, { name: 'Praxis' }) },
    {
      name: 'change settings',
      run: () =>
        product.call('PATCH', `/workspaces/update-settings/${id}`, {
          token: admin.token,
          body: { name: `Name ${randomUUID()}` },
          headers: { 'idempotency-key': randomUUID() },
        }),
    },
    { name: 'log in', run: () => product.call('POST', '/auth/login', { body: { email, password } }) },
  ]
}

/** Counts the SQL statements and stream reads of each command over all parts of the product, with warm keys. */
export const benchStatements = async (url: string, progress: Progress): Promise<Figure[]> => {
  const product = await openProductOn(await newDatabase(url), { RATE_FACTOR: 1_000_000 })
  const { eventStore } = product.platform
  const { readStream } = eventStore
  let read: string[] = []
  Object.assign(eventStore, {
    readStream(stream: string, options: object) {
      read.push(stream.split('-')[0]!)
      return readStream(stream, options)
    },
  })
  const figures: Figure[] = []
  try {
    for (const { name, run } of await steps(product)) {
      await product.projector.caughtUp()
      const { sent, end } = recordStatements()
      read = []
      const { status } = await run()
      await product.projector.caughtUp()
      end()
      if (status >= 300) throw new Error(`${name}: HTTP ${status}`)
      const by = Map.groupBy(sent, (one) => one.by)
      const counts = [...by].map(([who, all]) => `${all.length} ${who}`).join(', ')
      const streams = [...Map.groupBy(read, (stream) => stream)]
        .map(([stream, all]) => `${all.length} × ${stream}`)
        .join(', ')
      progress(`statements of ${name}: ${counts}; reads: ${streams || 'none'}`)
      figures.push(figure(`statements of ${name}`, sent.length, 'statements'))
      figures.push(figure(`reads of streams in ${name}`, read.length, 'reads'))
    }
  } finally {
    await product.close()
  }
  return figures
}
