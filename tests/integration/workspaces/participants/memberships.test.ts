import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { participantReply } from '#modules/workspaces/workspace-reply.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { insertBlockedFacts } from '#support/read-models/builds.ts'
import { joinAsApprovers } from '#support/product/crowd.ts'
import { openProduct, type Answered, type Product } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { colleague, newestInvitation, workspaceOf } from '#support/product/workspaces.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const refused = (call: () => Promise<Answered>, status: number, code: string) =>
  expectRefusedWithoutEvents(product, call, [status, code])
const leave = (id: string, token: string | undefined, headers = {}) =>
  product.call('DELETE', `/users/remove-from-workspace/${id}`, { token, headers })
const idsOf = (answer: Answered) =>
  answer.body.map((item: { participant: { id: string } }) => item.participant.id)

describe('leaving', () => {
  test('a regular user leaves and loses access', async () => {
    const own = await workspaceOf(product)
    const ben = await colleague(product, own)
    const headers = { 'idempotency-key': randomUUID() }
    expect(await leave(own.id, ben.token, headers)).toMatchObject({ status: 200, body: {} })
    const head = await product.head()
    expect(await leave(own.id, ben.token, headers)).toMatchObject({ status: 200, body: {} })
    expect(await product.head()).toBe(head)
    await refused(() => leave(own.id, ben.token), 404, 'workspace.not-found')
    const { body } = await product.call('GET', '/users/related-workspaces', { token: ben.token })
    expect(body).toEqual({ userWorkspaces: [], nextCursor: null })
    const list = await product.call('GET', `/workspaces/participants/${own.id}`, { token: own.admin.token })
    expect(list.body).toHaveLength(1)
    expect((await product.facts(`workspace-${own.id}`)).at(-1)).toMatchObject({
      type: 'ParticipantLeft',
      data: { participantId: ben.participantId },
      metadata: { actor: { userId: ben.userId, role: 'regular user' } },
    })
  })

  test('a command just before gets its reply, though the participant is gone when it is read', async () => {
    const own = await workspaceOf(product)
    const { participantId, token } = await colleague(product, own)
    const { platform } = product
    const body = { participantId }
    await product.call('PATCH', '/participants/change-activity', { token: own.admin.token, body })
    const [{ position, revision }] = (
      await platform.eventStore.readStream(`workspace-${own.id}`, { from: 0, max: 100 })
    ).slice(-1) as [StoredEvent]
    await product.call('DELETE', `/users/remove-from-workspace/${own.id}`, { token })
    await product.projector.caughtUp()
    const done = { workspaceId: own.id, position, revision, repeated: false, now: new Date() }
    const reply = participantReply(platform, done, { id: participantId })
    expect(await reply(false)).toMatchObject({ id: participantId, active: false })
  })

  test('a former participant can be invited and join again', async () => {
    const own = await workspaceOf(product)
    const ben = await colleague(product, own)
    await leave(own.id, ben.token)
    const body = { email: ben.email, role: 'admin', approver: true, requester: true }
    const again = await product.call('POST', `/workspaces/invite-participant/${own.id}`, {
      token: own.admin.token,
      body,
    })
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(ben.participantId)
  })

  test('the last active admin cannot leave others behind', async () => {
    const own = await workspaceOf(product)
    const ben = await colleague(product, own)
    const refusal = await refused(() => leave(own.id, own.admin.token), 409, 'participant.last-admin')
    expect(refusal.body.message).toContain('Make somebody else an admin first')
    await leave(own.id, ben.token)
    expect((await leave(own.id, own.admin.token)).status).toBe(200)
  })

  test('one of two admins who leave concurrently stays', async () => {
    const own = await workspaceOf(product)
    await colleague(product, own)
    const second = await colleague(product, own, { role: 'admin' })
    const answers = await Promise.all([leave(own.id, own.admin.token), leave(own.id, second.token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('the last participant closes the workspace', async () => {
    const { id, admin } = await workspaceOf(product)
    const body = { email: 'open@example.com', role: 'admin', approver: true, requester: true }
    await product.call('POST', `/workspaces/invite-participant/${id}`, { token: admin.token, body })
    expect((await leave(id, admin.token)).status).toBe(200)
    expect((await product.facts(`workspace-${id}`)).slice(-2)).toMatchObject([
      { type: 'ParticipantLeft' },
      { type: 'WorkspaceClosed' },
    ])
    await refused(
      () => product.call('GET', `/workspaces/${id}`, { token: admin.token }),
      404,
      'workspace.not-found',
    )
    const related = await product.call('GET', '/users/related-workspaces', { token: admin.token })
    expect(related.body.userWorkspaces).toEqual([])
  })

  test('is rejected for strangers', async () => {
    const { id, admin } = await workspaceOf(product)
    const stranger = await product.person()
    const root = await product.person({ role: 'super admin' })
    await refused(() => leave(id, undefined), 401, 'session.missing')
    await refused(() => leave(id, stranger.token), 404, 'workspace.not-found')
    await refused(() => leave(randomUUID(), admin.token), 404, 'workspace.not-found')
    await refused(() => leave('x', admin.token), 400, 'input.invalid')
    await refused(() => leave(id, root.token), 403, 'access.denied')
  })
})

describe('lists', () => {
  test('a person’s workspaces are paged, oldest first, with the participant record in each', async () => {
    const anna = await product.person()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push((await workspaceOf(product, anna)).id)
    const foreign = await workspaceOf(product)
    ids.push(foreign.id)
    await product.call('POST', `/workspaces/invite-participant/${foreign.id}`, {
      token: foreign.admin.token,
      body: { email: anna.email, role: 'regular user', approver: true, requester: false },
    })
    const page = (query: string) => product.call('GET', `/users/related-workspaces${query}`, anna)
    expect((await page('')).body.userWorkspaces).toHaveLength(5)
    const invitationId = await newestInvitation(product, foreign.id)
    await product.call('POST', `/participants/accept-invite/${invitationId}`, anna)

    const first = await page('?limit=4')
    const second = await page(`?limit=4&cursor=${first.body.nextCursor}`)
    const both = [...first.body.userWorkspaces, ...second.body.userWorkspaces]
    expect(both.map(({ id }) => id)).toEqual(ids)
    expect(second.body.nextCursor).toBeNull()
    expect(both[0]).toMatchObject({ name: 'Praxis', role: 'admin', active: true, invite: 'accepted' })
    expect(both[5]).toMatchObject({ role: 'regular user', approver: true, requester: false })
    for (const query of ['?cursor=x', '?limit=0', '?limit=101', '?limit=many'])
      await refused(() => page(query), 400, 'input.invalid')
  })

  test('are not for super admins', async () => {
    const root = await product.person({ role: 'super admin' })
    await refused(() => product.call('GET', '/users/related-workspaces', root), 403, 'access.denied')
    await refused(() => product.call('GET', '/users/related-workspaces'), 401, 'session.missing')
  })

  test('an inactive participant does not see the workspace', async () => {
    const own = await workspaceOf(product)
    const ben = await colleague(product, own)
    await product.platform.db('participants').where({ id: ben.participantId }).update({ active: false })
    const { body } = await product.call('GET', '/users/related-workspaces', ben)
    expect(body.userWorkspaces).toEqual([])
  })

  test('participants are paged, with the cursor in a header', async () => {
    const own = await workspaceOf(product)
    const ids = [(await colleague(product, own)).participantId, (await colleague(product, own)).participantId]
    const page = (query: string) =>
      product.call('GET', `/workspaces/participants/${own.id}${query}`, own.admin)
    const all = await page('')
    expect(idsOf(all).slice(1)).toEqual(ids)
    expect(all.headers['x-next-cursor']).toBeUndefined()
    const first = await page('?limit=2')
    const cursor = String(first.headers['x-next-cursor'])
    const second = await page(`?limit=2&cursor=${cursor}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(all))
    expect(second.headers['x-next-cursor']).toBeUndefined()
    await refused(() => page(`?cursor=${cursor}x`), 400, 'input.invalid')
    await refused(() => page('?cursor=%00'), 400, 'input.invalid')
  })

  test('participants are searched by address, and counted across all pages', async () => {
    const own = await workspaceOf(product)
    const emails = ['Carla.Weiss@example.com', '100%@example.com', 'carl_os@example.org', 'änne@example.com']
    await joinAsApprovers(product.platform, own.id, emails)
    const invited = { email: 'Open.Carla@example.com', role: 'admin', approver: true, requester: true }
    await product.call('POST', `/workspaces/invite-participant/${own.id}`, { ...own.admin, body: invited })
    const page = (query: Record<string, string>) =>
      product.call(
        'GET',
        `/workspaces/participants/${own.id}?${new URLSearchParams(query).toString()}`,
        own.admin,
      )
    const emailsIn = (body: { participant: { email: string } }[]) =>
      body.map(({ participant }) => participant.email)
    const found = async (q: string) => {
      const { body, headers } = await page({ q })
      expect(headers['x-total-count']).toBe(String(body.length))
      return new Set(emailsIn(body))
    }
    expect(await found('CARL')).toEqual(new Set([emails[0], emails[2], invited.email]))
    expect(await found('%')).toEqual(new Set([emails[1]]))
    expect(await found('_')).toEqual(new Set([emails[2]]))
    expect(await found('\\')).toEqual(new Set())
    expect(await found('ÄNNE')).toEqual(new Set([emails[3]]))
    expect((await found('')).size).toBe(6)

    const first = await page({ q: 'carl', limit: '1' })
    const cursor = String(first.headers['x-next-cursor'])
    await joinAsApprovers(product.platform, own.id, ['carlotta@example.com'])
    const rest = await page({ q: 'carl', limit: '5', cursor })
    const both = emailsIn([...first.body, ...rest.body])
    expect(both).toHaveLength(4)
    expect(new Set(both)).toEqual(new Set([emails[0], emails[2], invited.email, 'carlotta@example.com']))
    expect(first.headers['x-total-count']).toBe('3')
    expect(rest.headers['x-total-count']).toBe('4')
    await refused(() => page({ q: 'x'.repeat(255) }), 400, 'input.invalid')
  })

  test('participants are filtered by property, and the counts match', async () => {
    const own = await workspaceOf(product)
    await joinAsApprovers(product.platform, own.id, ['a@example.com', 'b@example.com', 'c@example.com'])
    for (const email of ['open@example.com', 'late-1@example.com', 'late-2@example.com']) {
      const body = { email, role: 'regular user', approver: false, requester: true }
      await product.call('POST', `/workspaces/invite-participant/${own.id}`, { ...own.admin, body })
    }
    const rows = () => product.platform.db('participants').where({ workspace_id: own.id })
    await rows().where({ email: 'a@example.com' }).update({ active: false })
    await rows().where({ email: 'b@example.com' }).update({ invite: 'revoked' })
    await rows().whereLike('email', 'late-%').update({ invitation_expires_at: '2020-01-01' })
    const { body } = await product.call('GET', `/workspaces/participant-counts/${own.id}`, own.admin)
    const { seats, ...counts } = body
    expect(seats).toBeNull()
    const kinds = {
      total: '',
      active: 'active=true',
      inactive: 'active=false',
      approver: 'approver=true',
      requester: 'requester=true',
      admin: 'role=admin',
      regularUser: 'role=regular%20user',
      accepted: 'invite=accepted',
      pending: 'invite=pending',
      expired: 'invite=expired',
      revoked: 'invite=revoked',
    }
    const found = async (query: string) => {
      const page = await product.call('GET', `/workspaces/participants/${own.id}?${query}`, own.admin)
      expect(page.headers['x-total-count']).toBe(String(page.body.length))
      return page.body.length
    }
    const counted = Object.entries(kinds).map(async ([kind, query]) => [kind, await found(query)])
    expect(counts).toEqual(Object.fromEntries(await Promise.all(counted)))
    expect(counts).toEqual({
      total: 7,
      active: 6,
      inactive: 1,
      approver: 4,
      requester: 4,
      admin: 1,
      regularUser: 6,
      accepted: 3,
      pending: 1,
      expired: 2,
      revoked: 1,
    })
    expect(await found('approver=true&active=true&q=example.com')).toBe(3)
    expect(await found('approver=false&role=regular%20user')).toBe(3)
  })

  test('the history has every step, newest first', async () => {
    const own = await workspaceOf(product)
    const ben = await colleague(product, own)
    await product.call('PATCH', `/workspaces/update-settings/${own.id}`, {
      token: own.admin.token,
      body: { name: 'Klinik' },
    })
    await leave(own.id, ben.token)
    const { body } = await product.call('GET', `/workspaces/history/${own.id}`, own.admin)
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual([
      'participant.left',
      expect.stringMatching(/^workspace\./),
      'participant.joined',
      'participant.invited',
      'participant.joined',
      'workspace.created',
    ])
    expect(body.total).toBe(6)
    const hashes = body.entries.map(({ hash }: { hash: string }) => hash)
    const previous = (answer: typeof body) =>
      answer.entries.map(({ previousHash }: { previousHash: string | null }) => previousHash)
    expect(previous(body)).toEqual([...hashes.slice(1), null])
    const one = await product.call(
      'GET',
      `/workspaces/history/${own.id}?action=participant.invited`,
      own.admin,
    )
    expect(one.body.total).toBe(1)
    expect(previous(one.body)).toEqual([hashes[4]])
  })

  test('the history can be filtered by time, both ends inclusive, in any time zone', async () => {
    const own = await workspaceOf(product)
    await colleague(product, own)
    const history = (query: string) => product.call('GET', `/workspaces/history/${own.id}${query}`, own.admin)
    const { entries } = (await history('')).body
    const [joined, invited] = entries.map(({ at }: { at: string }) => at)
    expect((await history(`?from=${joined}`)).body.entries).toEqual([entries[0]])
    expect((await history(`?from=${invited}&to=${invited}`)).body.entries).toEqual([entries[1]])
    const elsewhere = new Date(Date.parse(joined) + 23 * 3_600_000).toISOString().replace('Z', '%2B23:00')
    expect((await history(`?from=${elsewhere}`)).body.entries).toEqual([entries[0]])
    await refused(() => history('?from=2016-12-31T23:59:60Z'), 400, 'input.invalid')
  })

  test('reads of a workspace whose facts are parked say so', async () => {
    const own = await workspaceOf(product)
    await insertBlockedFacts(product.platform.db, 'workspaces', [
      {
        position: 'p1:00000000000000000001',
        lane: `workspace-${own.id}`,
        event_id: randomUUID(),
        type: 'WorkspaceSettingsChanged',
        workspace_id: own.id,
        error: 'test',
      },
    ])
    for (const path of [`/workspaces/${own.id}`, '/users/related-workspaces'])
      await refused(() => product.call('GET', path, own.admin), 503, 'read-model.parked')
    const other = await workspaceOf(product)
    expect((await product.call('GET', `/workspaces/${other.id}`, other.admin)).status).toBe(200)
  })
})
