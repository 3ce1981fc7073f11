import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { canonicalText, hashOfText, textHash } from '#contract/requests/signing.ts'
import type { Timeline } from '#contract/requests/timeline.ts'
import { endAccess } from '#modules/accounts/deletion/access.store.ts'
import { keepOpenings, openingOf, toldOpening } from '#modules/requests/notices/opening.store.ts'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { mailboxMessages } from '#platform/mail/mailbox.ts'
import { requestsProjection } from '#projections/requests/projection.ts'
import { buildWorker } from '../../../services/worker/worker.ts'
import { rebuild } from '#support/read-models/builds.ts'
import type { Person } from '#support/product/product.ts'
import { expectRefused, openRequests, PIN, type RequestApi } from '#support/product/requests.ts'
import { signingRules } from '#support/workspaces/signing-rules.ts'

const DAY = 24 * 3_600_000

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

describe('the whole story', () => {
  test('paired direction marks are removed from typed texts, and other ones are rejected', async () => {
    const { id: workspaceId, anna } = await api.team()
    const copied = { title: 'Pay \u202a15000\u202c €', details: '\u202d+49 30 1\u202c\n\u2067to Ben\u2069' }
    const { body } = await api.ask(anna, workspaceId, copied)
    expect(body).toMatchObject({ title: 'Pay 15000 €', details: '+49 30 1\nto Ben' })
    for (const mark of ['\u200f', '\u202e', '\u2067']) {
      const field = {
        field: 'title',
        problem: 'holds an invisible mark that turns the order of what is read',
      }
      const turned = await api.ask(anna, workspaceId, { title: `Konto ${mark}111 222 333` })
      expectRefused(turned, 400, 'input.invalid', field)
    }
  })

  test('a request is created, signed and approved, seen by all participants, and verified again', async () => {
    const { id: workspaceId, admin, anna, ben } = await api.team()
    const phone = await api.enrol(ben)
    const approvers = await api.get(`/requests/approvers/${workspaceId}`, anna)
    expect(approvers.body).toContainEqual({
      participantId: ben.participantId,
      email: ben.email,
      name: null,
      hasDevice: true,
      notified: false,
      callBackNumber: null,
      absence: null,
    })
    expect(approvers.body).toHaveLength(2)

    const made = await api.ask(anna, workspaceId, {
      title: '  Pay the invoice ',
      details: 'No. 4711\n1,200 €',
      approverId: ben.participantId,
    })
    expect(made).toMatchObject({ status: 201 })
    const request = made.body
    const createdAt = new Date(request.createdAt)
    expect(request).toEqual({
      id: expect.any(String),
      workspaceId,
      workspaceName: 'Praxis',
      type: 'approval',
      title: 'Pay the invoice',
      details: 'No. 4711\n1,200 €',
      asks: null,
      status: 'pending',
      closedReason: null,
      requester: { participantId: anna.participantId, email: anna.email, name: null },
      approver: { participantId: ben.participantId, email: ben.email, name: null },
      createdAt: createdAt.toISOString(),
      expiresAt: new Date(createdAt.getTime() + 7 * DAY).toISOString(),
      decidedAt: null,
      decidedBy: null,
      assurance: null,
      declineReason: null,
      replaces: null,
      replacedBy: null,
      reportedAt: null,
    })
    expect((await api.get('/requests/inbox', ben)).body).toEqual([request])
    expect((await api.get('/requests/inbox', anna)).body).toEqual([])
    for (const who of [anna, ben, admin])
      expect((await api.get(`/requests/details/${request.id}`, who)).body).toEqual({
        ...request,
        timeline: expect.any(Array),
      })

    const prepared = await api.post(`/requests/challenge/${request.id}`, ben)
    expect(prepared).toMatchObject({ status: 200, body: { passkey: null } })
    const { content, canonical, challenge, textSalt: salt } = prepared.body
    const { nonce } = content
    for (const random of [nonce, salt]) expect(Buffer.from(random, 'base64url')).toHaveLength(32)
    expect(content).toEqual({
      v: 1,
      kind: 'approval',
      requestId: request.id,
      workspaceId,
      type: 'approval',
      requesterId: anna.participantId,
      approverId: ben.participantId,
      textHash: await textHash({ title: request.title, details: request.details, salt }),
      createdAt: request.createdAt,
      expiresAt: request.expiresAt,
      nonce,
    })
    expect(canonical).toBe(canonicalText(content))
    expect(challenge).toBe(await hashOfText(canonical))

    const signature = await phone.sign(challenge)
    const { deviceId } = phone
    const approved = await api.post(`/requests/approve/${request.id}`, ben, {
      proof: { challenge, deviceId, pin: PIN, signature },
    })
    expect(approved).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        closedReason: null,
        assurance: 'pin',
        decidedBy: { participantId: ben.participantId, email: ben.email },
      },
    })
    for (const who of [anna, ben, admin])
      expect((await api.get(`/requests/details/${request.id}`, who)).body).toEqual({
        ...approved.body,
        timeline: expect.any(Array),
      })
    expect((await api.get('/requests/inbox', ben)).body).toEqual([])

    const [, fact] = await api.facts(request.id)
    const evidence = fact!.data['evidence'] as Record<string, string>
    expect(evidence).toMatchObject({ canonical, challenge, deviceId, signature })
    const key = createPublicKey({ key: JSON.parse(evidence['publicKey']!), format: 'jwk' })
    const bytes = Buffer.from(await hashOfText(evidence['canonical']!), 'base64url')
    expect(
      verify(
        'sha256',
        bytes,
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(evidence['signature']!, 'base64url'),
      ),
    ).toBe(true)
    expect(fact!.metadata.actor).toEqual({ kind: 'user', userId: ben.userId, role: 'regular user' })
    const { revision } = (await api.product.facts(`workspace-${workspaceId}`)).at(-1)!
    expect(fact!.data['workspaceRevision']).toBe(revision)
  })

  test('declining needs no device', async () => {
    const team = await api.team()
    const id = await api.newRequest(team)
    const declined = await api.decline(id, team.ben)
    expect(declined).toMatchObject({
      status: 200,
      body: {
        status: 'declined',
        assurance: 'session',
        decidedBy: { participantId: team.ben.participantId },
      },
    })
    expect((await api.get(`/requests/details/${id}`, team.anna)).body).toEqual({
      ...declined.body,
      timeline: expect.any(Array),
    })
  })

  test('the reason for a decline is shown to both sides, sealed, and kept in the log', async () => {
    const { id: workspaceId, anna, ben, admin } = await api.team()
    const { body: made } = await api.ask(anna, workspaceId, { approverId: ben.participantId })
    const reason = 'Konto stimmt nicht'
    const decline = (body: object) => api.post(`/requests/decline/${made.id}`, ben, body)
    expectRefused(await decline({ reason: 'x'.repeat(501) }), 400, 'input.invalid', { field: 'reason' })
    const declined = await decline({ reason: `  ${reason}\n` })
    expect(declined).toMatchObject({ status: 200, body: { status: 'declined', declineReason: reason } })
    for (const who of [anna, ben])
      expect((await api.get(`/requests/details/${made.id}`, who)).body).toEqual({
        ...declined.body,
        timeline: expect.any(Array),
      })
    const log = `/workspaces/history/${workspaceId}?action=request.declined`
    expect((await api.get(log, admin)).body.entries[0].changes).toContainEqual({
      field: 'declineReason',
      before: null,
      after: reason,
    })
    const events = api.product.platform.db('event_store.events').where({ type: 'RequestDeclined' })
    const [stored] = await events.where('stream', `request-${made.id}`)
    expect(JSON.stringify(stored)).not.toContain(reason)
  })

  test('a blank reason is none', async () => {
    const team = await api.team()
    const id = await api.newRequest(team)
    const { body } = await api.post(`/requests/decline/${id}`, team.ben, { reason: ' \n ' })
    expect(body).toMatchObject({ status: 'declined', declineReason: null })
  })

  test('the requester can withdraw it', async () => {
    const team = await api.team()
    const id = await api.newRequest(team)
    expectRefused(await api.post(`/requests/withdraw/${id}`, team.ben), 403, 'access.denied')
    expectRefused(await api.post(`/requests/withdraw/${id}`, team.admin), 403, 'access.denied')
    expect(await api.post(`/requests/withdraw/${id}`, team.anna)).toMatchObject({
      status: 200,
      body: { status: 'declined', closedReason: 'withdrawn', decidedBy: null },
    })
    const closed = { status: 'declined', closedReason: 'withdrawn' }
    expectRefused(await api.decline(id, team.ben), 409, 'request.closed', closed)
    expectRefused(await api.post(`/requests/challenge/${id}`, team.ben), 409, 'request.closed', closed)
  })

  test('the requester can remind those who decide, once an hour', async () => {
    const team = await api.team()
    const id = await api.newRequest(team)
    const remind = (who: typeof team.anna) => api.post(`/requests/remind/${id}`, who)
    expectRefused(await remind(team.ben), 403, 'access.denied')
    const { status, body } = await remind(team.anna)
    const { body: seen } = await api.get(`/requests/details/${id}`, team.ben)
    expect(seen.timeline.map(({ kind, by }: Timeline[number]) => [kind, by?.email])).toEqual([
      ['asked', team.anna.email],
      ['reminded', team.anna.email],
    ])
    expect((await api.get('/requests/inbox', team.ben)).body[0]).not.toHaveProperty('timeline')
    expect({ status, body }).toMatchObject({ status: 200, body: { id, status: 'pending' } })
    expect(Date.parse(body.remindedAt)).toBeGreaterThanOrEqual(Date.parse(body.createdAt))
    const tooSoon = await remind(team.anna)
    expect([tooSoon.status, tooSoon.body.code]).toEqual([429, 'rate.exceeded'])
    expect(Number(tooSoon.headers['retry-after'])).toBeGreaterThan(3_590)
    const { body: check } = await api.newVerification(team.anna, await api.enrol(team.anna), team.id, {
      approverId: team.ben.participantId,
    })
    expectRefused(await api.post(`/requests/remind/${check.id}`, team.anna), 409, 'request.no-approval')
  })

  test('only the requester is told when an approval was first opened, and by nobody who may not decide it', async () => {
    const team = await api.team()
    const { anna, ben, admin } = team
    const [id, other] = [await api.newRequest(team), await api.newRequest(team)]
    const openedFor = async (who: Person, request = id) =>
      (await api.get(`/requests/details/${request}`, who)).body.timeline
        .filter(({ kind }: Timeline[number]) => kind === 'opened')
        .map(({ at, by }: Timeline[number]) => [at, by?.participantId])
    expect(await openedFor(admin)).toEqual([])
    expect(await openedFor(anna)).toEqual([])
    expect(await openedFor(ben)).toEqual([])
    const first = await openedFor(anna)
    expect(first).toEqual([[expect.any(String), ben.participantId]])
    for (const who of [ben, admin]) expect(await openedFor(who)).toEqual([])
    expect(await openedFor(anna)).toEqual(first)
    // Also one that is read in full among several.
    await api.get('/requests/inbox', ben)
    expect(await openedFor(anna, other)).toEqual([])
    await api.get(`/requests/inbox?ids=${id},${other}`, ben)
    expect(await openedFor(anna, other)).toHaveLength(1)

    const { db } = api.product.platform
    const days = (count: number) => new Date(Date.now() + count * DAY)
    const rows = () => db('request_openings').whereIn('request_id', [id, other]).pluck('request_id')
    const [{ at }] = (await openingOf(db, id)) as [{ at: Date }]
    expect(toldOpening(at, days(29))).toEqual(at)
    expect(toldOpening(at, days(31))).toBeNull()
    const kept = [{ request_id: id, user_id: ben.userId, opened_at: new Date() }]
    await keepOpenings(db, [randomUUID()], anna.userId, days(31))
    expect(await rows()).toEqual([])
    await db('request_openings').insert(kept)
    await endAccess(db, ben.userId)
    expect(await rows()).toEqual([])
  })

  test('a command replies without waiting for the read models on request', async () => {
    const { id, anna, ben } = await api.team()
    const body = { approverId: ben.participantId }
    const made = await api.ask(anna, id, body, { prefer: 'respond-async' })
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'pending', workspaceName: 'Praxis', requester: { email: anna.email } },
    })
  })

  test('mails go to the approver, then to both sides, with the link and the audit entry', async () => {
    const worker = buildWorker(api.product.platform)
    await worker.start()
    try {
      const team = await api.team()
      const { ben, anna, admin } = team
      const id = await api.newRequest(team, { title: 'Rent for May' })
      await api.decline(id, ben)
      const mailsTo = async ({ email }: Person, subject: string) =>
        (await mailboxMessages(api.product.platform.db)).filter(
          (mail) => mail.to.includes(email) && mail.subject.includes(subject) && mail.text.includes(id),
        )
      const history = await api.get(`/workspaces/history/${team.id}?action=request`, admin)
      const [declined] = history.body.entries
      await vi.waitFor(
        async () => {
          for (const [who, subject] of [
            [anna, `Declined by ${ben.email}: `],
            [ben, 'You declined: '],
          ] as const) {
            const mails = await mailsTo(who, subject)
            expect(mails).toHaveLength(1)
            expect(mails[0]!.text).toContain(`http://localhost/m/requests/${id}`)
            expect(mails[0]!.text).toContain('Rent for May')
            expect(mails[0]!.text).toContain(
              `Entry ${declined.sequence} of the audit log, hash ${declined.hash}`,
            )
          }
        },
        { timeout: 15_000, interval: 50 },
      )
      expect(await mailsTo(anna, 'asks for your approval: ')).toEqual([])
      expect(await mailsTo(admin, '')).toEqual([])
    } finally {
      await worker.stop()
    }
  })
})

describe('the first answer is final', () => {
  test('of two concurrent answers one wins, and the other gets the outcome', async () => {
    for (let round = 0; round < 5; round++) {
      const team = await api.team()
      const cleo = await api.colleague(team, { approver: true })
      const phone = await api.enrol(team.ben)
      const { id } = (await api.ask(team.anna, team.id)).body
      const proof = await phone.prove(id)
      const answers = await Promise.all([
        api.post(`/requests/approve/${id}`, team.ben, proof),
        api.decline(id, cleo),
      ])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
      const { status } = answers.find((answer) => answer.status === 200)!.body
      expectRefused(
        answers.find((answer) => answer.status === 409)!,
        409,
        'request.closed',
        {
          status,
          closedReason: null,
        },
      )
      expect(await api.types(id)).toHaveLength(2)
    }
  })

  test('the same answer again changes nothing, another one is rejected', async () => {
    const team = await api.team()
    const phone = await api.enrol(team.ben)
    const id = await api.newRequest(team)
    const proof = await phone.prove(id)
    const first = await api.post(`/requests/approve/${id}`, team.ben, proof)
    expect((await api.post(`/requests/approve/${id}`, team.ben, proof)).body).toEqual(first.body)
    expectRefused(await api.decline(id, team.ben), 409, 'request.closed', {
      status: 'approved',
      closedReason: null,
    })
    expectRefused(await api.post(`/requests/withdraw/${id}`, team.anna), 409, 'request.closed')
    expect(await api.types(id)).toEqual(['RequestCreated', 'RequestApproved'])
  })
})

describe('a participant leaves', () => {
  test('requests to that approver are closed, those to any approver stay open', async () => {
    const worker = buildWorker(api.product.platform)
    await worker.start()
    try {
      const team = await api.team()
      const toBen = await api.newRequest(team)
      const forAny = (await api.ask(team.anna, team.id)).body.id
      const left = await api.product.call('DELETE', `/users/remove-from-workspace/${team.id}`, {
        token: team.ben.token,
      })
      expect(left.status).toBe(200)
      await vi.waitFor(
        async () =>
          expect((await api.get(`/requests/details/${toBen}`, team.anna)).body).toMatchObject({
            status: 'declined',
            closedReason: 'approver-unavailable',
          }),
        { timeout: 10_000, interval: 50 },
      )
      expect((await api.get(`/requests/details/${forAny}`, team.anna)).body.status).toBe('pending')
      expect((await api.facts(toBen)).at(-1)!.metadata.actor.kind).toBe('system')
      expectRefused(await api.decline(toBen, team.ben), 404, 'request.not-found')
      expectRefused(await api.decline(forAny, team.ben), 404, 'request.not-found')
      expect((await api.get('/requests/inbox', team.ben)).body).toEqual([])
      expectRefused(
        await api.ask(team.anna, team.id, { approverId: team.ben.participantId }),
        409,
        'approver.unavailable',
      )
    } finally {
      await worker.stop()
    }
  })

  test('a request that was created concurrently with the departure is closed too', async () => {
    const team = await api.team()
    const toBen = await api.newRequest(team)
    await api.product.call('DELETE', `/users/remove-from-workspace/${team.id}`, { token: team.ben.token })
    const [created] = await api.facts(toBen)
    const { on } = requestReactor(api.product.platform)
    for (let telling = 0; telling < 2; telling++) await on['RequestCreated']!(created!)
    expect(await api.types(toBen)).toEqual(['RequestCreated', 'RequestClosed'])
  })
})

test('rebuilt tables are identical', async () => {
  const { product } = api
  const contents = () =>
    Promise.all(
      Object.entries(requestsProjection.tables).flatMap(([table, { key }]) =>
        // No event writes what the overview keeps of weeks: its own test says that it is counted anew.
        table === 'request_weeks' ? [] : product.platform.db(table).orderBy([...key]),
      ),
    )
  const team = await api.team()
  await api.post(`/requests/report/${await api.newRequest(team)}`, team.ben)
  const [annas, bens] = [await api.enrol(team.anna), await api.enrol(team.ben)]
  // The third wrong number locks the two.
  for (const tries of [2, 1]) {
    const check = { approverId: team.ben.participantId }
    const { id, number } = (await api.newVerification(team.anna, annas, team.id, check)).body
    const wrong = number === '10' ? '11' : '10'
    for (let at = 0; at < tries; at++)
      await api.post(`/requests/approve/${id}`, team.ben, { ...(await bens.prove(id)), number: wrong })
  }
  const drill = {
    asks: { kind: 'payment' },
    title: 'Pay the invoice',
    participantIds: [team.ben.participantId],
  }
  expect((await api.post(`/drills/send/${team.id}`, team.admin, drill)).status).toBe(201)
  const kind = { name: { de: 'Reise', en: 'Trip' }, fields: [], rules: [] }
  expect((await api.post(`/kinds/write/${team.id}`, team.admin, kind)).status).toBe(200)
  const { body: kinds } = await api.get(`/kinds/list/${team.id}`, team.anna)
  const { id: kindId } = kinds.find(({ builtIn }: { builtIn: string }) => builtIn === 'payment')
  const amount = { value: '1.00', currency: 'EUR' }
  const fields = { amount, payee: 'Müller GmbH', iban: 'DE89370400440532013000' }
  await api.newRequest(team, { kindId, fields })
  const signing = signingRules(api)
  const ruled = await signing.team()
  await signing.writeRules(ruled, [{ who: { groups: [ruled.treasury] }, count: 2 }])
  const { id: paid } = (await signing.pay(ruled)).body
  await api.post(`/requests/approve/${paid}`, ruled.ben, await (await api.enrol(ruled.ben)).prove(paid))
  // Waiting for a new account's events means waiting for all events before them.
  await product.person()
  const before = await contents()
  expect(before.filter((rows) => rows.length === 0)).toEqual([])
  await rebuild(product.platform.db, [requestsProjection])
  expect(await contents()).toEqual(before)
})
