import { describe, expect, it } from 'vitest'
import type { Request } from '#contract/requests/requests.ts'
import { filledHash, signedField } from '#contract/requests/fields/signed-fields.ts'
import { ruleHash } from '#contract/requests/rules/rule-hash.ts'
import { nameHash } from '#contract/requests/signing.ts'
import { preparedOf } from '../../../testing/signing.ts'
import { differences, type Prepared } from './signed-content.ts'

const approverId = '33333333-3333-4333-8333-333333333333'
const shown: Request = {
  id: '11111111-1111-4111-8111-111111111111',
  workspaceId: '22222222-2222-4222-8222-222222222222',
  workspaceName: 'Einkauf',
  type: 'approval',
  title: 'Überweisung 4.200 €',
  details: 'Rechnung 7 von heute',
  status: 'pending',
  closedReason: null,
  requester: { participantId: '44444444-4444-4444-8444-444444444444', email: 'anna@example.com' },
  approver: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-08T12:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  assurance: null,
  reportedAt: null,
}

const own = { approverId, call: undefined }

/** The server's answer for `request`, with `change` applied. */
const prepared = (request: Request, change: Partial<Prepared['content']> = {}): Promise<Prepared> =>
  preparedOf(request, { approverId, ...change })

describe('content to sign', () => {
  it('has no differences if it is exactly what is shown', async () => {
    expect(await differences(shown, own, await prepared(shown))).toEqual([])
  })

  it.each([
    ['title', 'Konto \u200f111 222 333'],
    ['title', 'Pay\u200b 12'],
    ['title', '\u3164'],
    ['details', 'a\u2028b'],
    ['details', 'u\u0308ber'],
  ] as const)('reports invisible characters in the %s: %j', async (field, text) => {
    const hidden = { ...shown, [field]: text }
    expect(await differences(hidden, own, await prepared(hidden))).toEqual([field])
  })

  it('covers name, type, size and bytes of each file that is shown, in their order', async () => {
    const file = {
      id: approverId,
      name: 'Rechnung.pdf',
      type: 'application/pdf',
      size: 3,
      sha256: 'ab',
    } as const
    const { name: _, id: __, ...signed } = file
    const { textSalt } = await prepared(shown)
    const files = [{ ...signed, nameHash: await nameHash(file.name, textSalt) }]
    const answer = await prepared(shown, { v: 3, files })
    const shows = (...others: NonNullable<Request['files']>) =>
      differences({ ...shown, files: others }, own, answer)
    expect(await shows(file)).toEqual([])
    for (const other of [
      { name: 'Rechnung.xml' },
      { type: 'image/png' },
      { size: 4 },
      { sha256: 'ac' },
    ] as const)
      expect(await shows({ ...file, ...other })).toEqual(['files', 'canonical', 'challenge'])
    expect(await shows()).toEqual(['v', 'files', 'canonical', 'challenge'])
    expect(await shows(file, file)).toEqual(['files', 'canonical', 'challenge'])
  })

  describe('of a kind', () => {
    const files: NonNullable<Request['files']> = [
      { id: approverId, name: 'Rechnung.pdf', type: 'application/pdf', size: 3, sha256: 'ab' },
      { id: shown.id, name: 'Anlage.pdf', type: 'application/pdf', size: 4, sha256: 'cd' },
    ]
    const kind = { id: approverId, version: 2, name: { de: 'Zahlung', en: 'Payment' } }
    const label = { de: 'Feld', en: 'Field' }
    const fields: NonNullable<Request['fields']> = [
      { name: 'a', label, type: 'amount', listed: true, value: { value: '10.00', currency: 'EUR' } },
      { name: 'b', label, type: 'line', listed: true, value: 'Müller GmbH' },
      {
        name: 'c',
        label,
        type: 'choice',
        listed: false,
        value: 'Letter',
        option: { de: 'Brief', en: 'Letter' },
      },
      { name: 'd', label, type: 'file', listed: false, value: approverId },
    ]
    const payment: Request = { ...shown, kind, fields, files }
    const signed = async (change: Partial<Prepared['content']> = {}) => {
      const { textSalt } = await prepared(shown)
      const { title, details } = shown
      return prepared(payment, {
        v: 4,
        files: await Promise.all(
          files.map(async ({ name, type, size, sha256 }) => ({
            nameHash: await nameHash(name!, textSalt),
            type,
            size,
            sha256,
          })),
        ),
        requestKind: { id: kind.id, version: kind.version },
        rule: null,
        onBehalfOf: null,
        textHash: await filledHash({
          title: title!,
          details,
          kind: { name: kind.name },
          fields: fields.map((field) => signedField(field, files)),
          salt: textSalt,
        }),
        ...change,
      })
    }
    const at = (place: number, change: Partial<(typeof fields)[number]>) => ({
      ...payment,
      fields: fields.with(place, { ...fields[place]!, ...change }),
    })

    it('covers the rule that is shown, with the names of its groups', async () => {
      const id = '6a1e4f0c-2b7d-4c58-9e3f-0d1c2b3a4f5e'
      const rule = { when: { amountFrom: '10.00' }, who: { groups: [id] }, count: 2, before: null, hours: 24 }
      const applied = { rule, groups: [{ id, name: 'Treasury' }] }
      const ruled = (change: Partial<typeof rule> = {}, name = 'Treasury'): Request => ({
        ...payment,
        needs: {
          count: 2,
          of: [],
          rule: '',
          applied: { rule: { ...rule, ...change }, groups: [{ id, name }] },
        },
      })
      const answer = async () => {
        const { textSalt } = await signed()
        const hash = await ruleHash(applied, textSalt)
        return signed({ rule: { count: 2, before: null, hours: 24, ruleHash: hash } })
      }
      expect(await differences(ruled(), own, await answer())).toEqual([])
      for (const other of [
        ruled({ count: 1 }),
        ruled({ hours: 48 }),
        ruled({ when: { amountFrom: '1.00' } }),
        ruled({}, 'Board'),
        { ...payment, needs: { ...ruled().needs!, applied: null } },
        payment,
      ])
        expect(await differences(other, own, await answer())).toContain('rule')
      expect(await differences(ruled(), own, await signed())).toContain('rule')
    })

    it('has no differences if kind, fields and files are exactly what is shown', async () => {
      expect(await differences(payment, own, await signed())).toEqual([])
    })
    it.each([
      ['amount', at(0, { value: { value: '100.00', currency: 'EUR' } })],
      ['currency', at(0, { value: { value: '10.00', currency: 'USD' } })],
      ['text', at(1, { value: 'Mueller GmbH' })],
      ['label', at(1, { label: { de: 'Feld', en: 'Other' } })],
      ['option', at(2, { option: { de: 'Anruf', en: 'Letter' } })],
      ['file in a field', at(3, { value: shown.id })],
      ['order', { ...payment, fields: fields.toReversed() }],
      ['number of fields', { ...payment, fields: fields.slice(1) }],
      ['name of the kind', { ...payment, kind: { ...kind, name: { de: 'Zugang', en: 'Access' } } }],
    ])('reports another %s behind the hash', async (_, other) => {
      expect(await differences(other, own, await signed())).toEqual(['textHash', 'canonical', 'challenge'])
    })
    it('reports another version of the kind, and a request that shows none', async () => {
      const older = { ...payment, kind: { ...kind, version: 1 } }
      expect(await differences(older, own, await signed())).toContain('requestKind')
      const { kind: _, fields: __, ...plain } = payment
      expect(await differences(plain, own, await signed())).toContain('v')
    })
    it('signs no rule and for no colleague that it does not show', async () => {
      const rule = { count: 1, before: null, hours: 24, ruleHash: 'A' }
      expect(await differences(payment, own, await signed({ rule }))).toContain('rule')
      expect(await differences(payment, own, await signed({ onBehalfOf: approverId }))).toContain(
        'onBehalfOf',
      )
    })
    it('names a field of which something is not seen', async () => {
      const hidden = [
        at(1, { value: 'Müller\u200b GmbH' }),
        at(1, { label: { de: 'Feld\u00ad', en: 'Field' } }),
        at(1, { value: '\u3164' }),
      ]
      for (const other of hidden) expect(await differences(other, own, await signed())).toEqual(['fields.b'])
      expect(await differences(at(3, { value: 'gone' }), own, await signed())).toEqual(['fields.d'])
      const { option: _, ...choice } = fields[2]!
      const unknown = { ...payment, fields: fields.with(2, choice) }
      expect(await differences(unknown, own, await signed())).toEqual(['fields.c'])
    })
  })

  it.each([
    ['title', { title: 'Überweisung 42.000 €' }],
    ['details', { details: 'Rechnung 8 von heute' }],
    ['missing details', { details: null }],
  ])('reports another %s behind the hash', async (_, other) => {
    const answer = await prepared({ ...shown, ...other })
    expect(await differences(shown, own, answer)).toEqual(['textHash', 'canonical', 'challenge'])
  })

  it.each([
    ['requestId', '55555555-5555-4555-8555-555555555555'],
    ['workspaceId', '55555555-5555-4555-8555-555555555555'],
    ['requesterId', '55555555-5555-4555-8555-555555555555'],
    ['approverId', '55555555-5555-4555-8555-555555555555'],
    ['approverId', null],
    ['type', 'verification'],
    ['kind', 'creation'],
    ['createdAt', '2026-03-01T12:00:00.001Z'],
    ['expiresAt', '2027-03-08T12:00:00.000Z'],
  ])('reports another %s', async (field, value) => {
    const answer = await prepared(shown, { [field]: value })
    expect(await differences(shown, own, answer)).toEqual([field, 'canonical', 'challenge'])
  })

  it('reports another salt', async () => {
    const answer = { ...(await prepared(shown)), textSalt: 'o'.repeat(43) }
    expect(await differences(shown, own, answer)).toEqual(['textHash', 'canonical', 'challenge'])
  })

  it('reports a field that is not shown', async () => {
    const answer = await prepared(shown, { amount: 5 } as object)
    expect(await differences(shown, own, answer)).toEqual(['amount', 'canonical', 'challenge'])
  })

  it('reports a canonical text that does not match the content', async () => {
    const answer = { ...(await prepared(shown)), canonical: '{}' }
    expect(await differences(shown, own, answer)).toEqual(['canonical'])
  })

  it('reports a challenge that does not match the content', async () => {
    const answer = { ...(await prepared(shown)), challenge: 'A'.repeat(43) }
    expect(await differences(shown, own, answer)).toEqual(['challenge'])
  })

  it('reports an erased title', async () => {
    const erased = { ...shown, title: null }
    expect(await differences(erased, own, await prepared(erased))).toEqual(['title'])
  })
})

describe('a call check that says who called whom', () => {
  const check: Request = { ...shown, type: 'verification', asks: { kind: 'payment' }, call: null }
  const answered = { approverId, call: 'i-called' } as const
  const described = {
    v: 2,
    asks: { kind: 'payment' },
    call: { requester: 'was-called', approver: 'i-called' },
    calledBack: false,
  } as const

  it('has no differences if it holds the own answer', async () => {
    expect(await differences(check, answered, await prepared(check, described))).toEqual([])
  })

  it.each([
    ['asks', { asks: { kind: 'reset' } }],
    ['call', { call: { requester: 'was-called', approver: 'was-called' } }],
    ['v', { v: 1 }],
  ] as const)('reports another %s', async (field, change) => {
    const answer = await prepared(check, { ...described, ...change })
    expect(await differences(check, answered, answer)).toEqual([field, 'canonical', 'challenge'])
  })
})
