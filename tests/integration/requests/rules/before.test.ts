import { expect, test } from 'vitest'
import type { Colleague } from '#support/product/workspaces.ts'
import { expectRefused, withOwnProduct, type Phone } from '#support/product/requests.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'

const HOUR = 3_600_000

test('a call check with one of those who decide lifts what a rule needs first, for the hours that it names', async () => {
  await withOwnProduct({}, async (api) => {
    const rules = signingRules(api)
    const team = await rules.team()
    const { anna, ben, dora, treasury, board } = team
    await rules.writeRules(team, [
      { when: { amountFrom: '10000' }, who: { groups: [treasury] }, before: 'call-check', beforeHours: 2 },
      { who: { groups: [board] }, before: 'call-back' },
    ])
    const phones = new Map<Colleague, Phone>()
    for (const who of [anna, ben, dora]) phones.set(who, await api.enrol(who))
    const check = async (approver: Colleague) => {
      const asked = { approverId: approver.participantId }
      const { body } = await api.newVerification(anna, phones.get(anna)!, team.id, asked)
      const proof = await phones.get(approver)!.prove(body.id)
      const { number } = body
      const approved = await api.post(`/requests/approve/${body.id}`, approver, { ...proof, number })
      expect(approved).toMatchObject({ status: 200, body: { status: 'approved' } })
    }
    const pay = (value: string, of: SigningTeam = team) => rules.pay(of, value)
    const missing = { before: 'call-check', hours: 2 }
    expectRefused(await pay('10000'), 409, 'rule.before-missing', missing)

    // Dora is not of the treasury.
    await check(dora)
    expectRefused(await pay('10000'), 409, 'rule.before-missing', missing)
    await check(ben)
    expect(await pay('10000')).toMatchObject({ status: 201, body: { needs: { count: 1 } } })
    // A check with one of the board, but by no call-back.
    expectRefused(await pay('9999'), 409, 'rule.before-missing', { before: 'call-back', hours: 24 })

    api.product.clock.advance(2 * HOUR + 1_000)
    const later = { ...team, anna: await api.newSession(anna) }
    expectRefused(await pay('10000', later), 409, 'rule.before-missing', missing)
  })
})
