import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHALLENGE_ROWS } from '#platform/secrets/challenges.ts'
import { changeRow } from '#platform/secrets/row-macs.ts'
import { setSuperAdmin } from '#modules/accounts/super-admins.ts'
import type { Assertion, Attestation } from '#contract/accounts/passkeys.ts'
import type { SignedContent } from '#contract/requests/requests.ts'
import { newEmail } from '#support/product/addresses.ts'
import { newAuthenticator, type Authenticator } from '#support/product/authenticator.ts'
import { newDevice } from '#support/product/device.ts'
import { COUNTED, ORIGINS, TWEAKS, type Tweaks } from '#support/forged/assertions.ts'
import { challengeWith, FIELDS } from '#support/forged/content.ts'
import { derOf, halves, NUMBERS, rawOf } from '#support/forged/numbers.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import type { Answered, Person, Product } from '#support/product/product.ts'
import { openRequests, PIN, type Phone, type RequestApi, type Team } from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'

/**
 * Ceremonies with exactly one fault. All are rejected, and append nothing except a refusal event if the caller used their own
 * device. The same ceremonies without a fault are accepted at the end.
 */

type Refused = { readonly status: number; readonly code: string; readonly leaves?: string }
type Case = readonly [ceremony: string, how: string, refused: Refused, run: () => Promise<Answered>]
/** An enrolled passkey with a growing signature counter. */
type Key = { readonly deviceId: string; readonly authenticator: Authenticator }

const PASSWORD = 'a long enough password'

let api: RequestApi
let product: Product
let team: Team
let anna: { key: Key; phone: Phone }
let ben: { key: Key; phone: Phone; requestId: string }
let stranger: { key: Key; phone: Phone; person: Person; participantId: string }
let boss: { email: string; userId: string; key: Key }
/** A request that the other approver may decide too. */
let toAnybody: string
let count = COUNTED

const signedBy = ({ authenticator }: Key, challenge: string, tweaks: Tweaks = {}): Assertion =>
  authenticator.get(challenge, { counter: (count += 1), ...tweaks })
const post = (path: string, body: unknown, token?: string) => product.call('POST', path, { token, body })
const logInBy = (response: unknown) => post('/auth/login-passkey', { response })
const challengeToLogIn = async (): Promise<string> =>
  (await post('/auth/passkey-options', undefined)).body.challenge

/** A further device: the phone vouches for it. */
const keyOf = async (who: Person, phone: Phone): Promise<Key> => {
  const key = await enrolPasskey(product, who, undefined, phone)
  const tweaks = { userId: who.userId, counter: COUNTED }
  expect((await logInBy(key.authenticator.get(await challengeToLogIn(), tweaks))).status).toBe(200)
  return key
}
const devicesFor = async (who: Person): Promise<{ key: Key; phone: Phone }> => {
  const phone = await api.enrol(who)
  return { phone, key: await keyOf(who, phone) }
}

beforeAll(async () => {
  api = await openRequests()
  product = api.product
  team = await api.team()
  anna = await devicesFor(team.anna)
  const requestId = await api.newRequest(team, { title: 'Pay the invoice', details: 'All of it' })
  ben = { ...(await devicesFor(team.ben)), requestId }
  const person = await api.colleague(team, { approver: true, requester: true })
  stranger = { ...(await devicesFor(person)), person, participantId: person.participantId }
  toAnybody = (await api.ask(team.anna, team.id)).body.id
  const email = newEmail()
  await setSuperAdmin(product.platform, { email, password: PASSWORD })
  await untilReached(product.platform.positions, (await product.head())!)
  const { body } = await post('/auth/login/super', { email, password: PASSWORD })
  const userId = product.app.jwt.decode<{ sub: string }>(body.access_token)!.sub
  boss = { email, userId, key: await enrolPasskey(product, { token: body.access_token }) }
  await enter((challenge) => signedBy(boss.key, challenge, { counter: COUNTED }))
})
beforeEach(() => product.platform.db('throttles').delete())
afterAll(() => product?.close())

// ——— signed content

type Prepared = { readonly challenge: string; readonly content: SignedContent }
const toApprove = async (): Promise<Prepared> =>
  (await api.post(`/requests/challenge/${ben.requestId}`, team.ben)).body
const approve = (proof: object, who: Person = team.ben) =>
  api.post(`/requests/approve/${ben.requestId}`, who, { proof })
const newVerification = () => ({
  type: 'verification',
  title: 'Another invoice',
  approverId: stranger.participantId,
})
const toCreate = async (): Promise<Prepared> =>
  (await api.post(`/requests/prepare/${team.id}`, team.anna, newVerification())).body
const create = (proof: object, who: Person = team.anna) =>
  api.post(`/requests/create/${team.id}`, who, { ...newVerification(), proof })

type Prove = (challenge: string, signed: string) => Promise<object>
const byKeyOf =
  (of: () => { key: Key }): Prove =>
  async (challenge, signed) => {
    const { key } = of()
    return { challenge, deviceId: key.deviceId, assertion: signedBy(key, signed) }
  }
const byPinOf =
  (of: () => { phone: Phone }): Prove =>
  async (challenge, signed) => {
    const { phone } = of()
    return { challenge, deviceId: phone.deviceId, pin: PIN, signature: await phone.sign(signed) }
  }

type Signing = {
  readonly ceremony: string
  readonly prepare: () => Promise<Prepared>
  readonly send: (proof: object) => Promise<Answered>
  readonly prove: Prove
  readonly leaves: string
}
const approvals = { prepare: toApprove, send: approve }
const creations = { prepare: toCreate, send: create }
const SIGNING: readonly Signing[] = [
  { ceremony: 'approval by passkey', ...approvals, prove: byKeyOf(() => ben), leaves: 'AssertionRefused' },
  { ceremony: 'approval by PIN', ...approvals, prove: byPinOf(() => ben), leaves: 'ApprovalRefused' },
  { ceremony: 'creation by passkey', ...creations, prove: byKeyOf(() => anna), leaves: 'CreationRefused' },
  { ceremony: 'creation by PIN', ...creations, prove: byPinOf(() => anna), leaves: 'CreationRefused' },
]
const WRONG_PROOF = { status: 403, code: 'proof.invalid' }
const SPENT = { status: 409, code: 'challenge.spent' }

/** The signature covers the other content, with either challenge. */
const ofFields = ({ ceremony, prepare, send, prove, leaves }: Signing): Case[] =>
  FIELDS.flatMap((field): Case[] => [
    [
      ceremony,
      `with a signature over another ${field}`,
      { ...WRONG_PROOF, leaves },
      async () => {
        const { challenge, content } = await prepare()
        return send(await prove(challenge, await challengeWith(content, field)))
      },
    ],
    [
      ceremony,
      `with a challenge of another ${field}`,
      SPENT,
      async () => {
        const forged = await challengeWith((await prepare()).content, field)
        return send(await prove(forged, forged))
      },
    ],
  ])

const ofChallenges = ({ ceremony, prepare, send, prove }: Signing): Case[] => {
  const wrong = (how: string, challenge: () => Promise<string>): Case => [
    ceremony,
    how,
    SPENT,
    async () => {
      const issued = await challenge()
      return send(await prove(issued, issued))
    },
  ]
  return [
    wrong('two minutes late', async () => {
      const { challenge } = await prepare()
      const { platform, clock } = product
      const issued = platform.db('challenges').where({ challenge })
      await changeRow(platform, CHALLENGE_ROWS, issued, { expires_at: clock.now() })
      return challenge
    }),
    wrong('with a challenge that was never issued', async () => 'A'.repeat(43)),
    wrong('with the challenge of a login', challengeToLogIn),
    wrong('with the challenge of an enrolment', async () => {
      const { body } = await api.post('/users/register-device-options', team.ben, { kind: 'pin' })
      return body.challenge
    }),
    wrong('with a challenge of the other ceremony', async () => {
      const ofOther = prepare === toApprove ? toCreate : toApprove
      return (await ofOther()).challenge
    }),
    wrong('with a challenge of somebody else', async () => {
      const { body } =
        prepare === toApprove
          ? await api.post(`/requests/challenge/${toAnybody}`, stranger.person)
          : await api.post(`/requests/prepare/${team.id}`, stranger.person, {
              ...newVerification(),
              approverId: team.ben.participantId,
            })
      return body.challenge
    }),
  ]
}
const withSignature = (assertion: Assertion, change: (der: Buffer) => Buffer): Assertion => ({
  ...assertion,
  response: {
    ...assertion.response,
    signature: change(Buffer.from(assertion.response.signature, 'base64url')).toString('base64url'),
  },
})

// ——— authenticator data

const CHANGES: readonly (readonly [string, (assertion: Assertion) => Assertion])[] = [
  ...NUMBERS.map(
    ([how, change]) =>
      [
        `with ${how}`,
        (assertion: Assertion) => withSignature(assertion, (der) => derOf(change(...rawOf(der)))),
      ] as const,
  ),
  ['with a raw signature', (assertion) => withSignature(assertion, (der) => Buffer.concat([...rawOf(der)]))],
  ['with a signature that is cut', (assertion) => withSignature(assertion, (der) => der.subarray(0, -1))],
  ['under the name of another key', (assertion) => named(assertion, stranger.key.authenticator.id)],
  ['by a key that is not enrolled', (assertion) => named(assertion, 'A'.repeat(22))],
]
const named = (assertion: Assertion, id: string): Assertion => ({ ...assertion, id, rawId: id })
const swapped = (challenge: string, id: string, tweaks: Tweaks = {}) =>
  named(newAuthenticator('http://localhost').get(challenge, { counter: (count += 1), ...tweaks }), id)

const ofAssertions = (
  ceremony: string,
  refused: Refused,
  run: (make: (key: Key, challenge: string, more?: Tweaks) => Assertion) => Promise<Answered>,
): Case[] => [
  ...TWEAKS.map(([how, tweaks]): Case => [
    ceremony,
    how,
    refused,
    () => run((key, of, more) => signedBy(key, of, { ...more, ...tweaks })),
  ]),
  ...CHANGES.map(([how, change]): Case => [
    ceremony,
    how,
    refused,
    () => run((key, of, more) => change(signedBy(key, of, more))),
  ]),
  [
    ceremony,
    'with a signature of another key',
    refused,
    () => run((key, of, more) => swapped(of, key.authenticator.id, more)),
  ],
  [
    ceremony,
    'by a key of somebody else',
    refused,
    () => run((_, of, more) => signedBy(stranger.key, of, more)),
  ],
]

const byPasskey: Case[] = [
  ...ofAssertions('approval by passkey', { ...WRONG_PROOF, leaves: 'AssertionRefused' }, async (make) => {
    const { challenge } = await toApprove()
    const { key } = ben
    return approve({ challenge, deviceId: key.deviceId, assertion: make(key, challenge) })
  }),
  [
    'approval by passkey',
    'in the name of a device of somebody else',
    WRONG_PROOF,
    async () => {
      const { challenge } = await toApprove()
      const { key } = stranger
      return approve({ challenge, deviceId: key.deviceId, assertion: signedBy(key, challenge) })
    },
  ],
]

const byPin: Case[] = [
  ...NUMBERS.map(([how, change]): Case => [
    'approval by PIN',
    `with ${how}`,
    { ...WRONG_PROOF, leaves: 'ApprovalRefused' },
    async () => {
      const { challenge } = await toApprove()
      const { deviceId, sign } = ben.phone
      const signature = Buffer.concat([...change(...halves(await sign(challenge)))]).toString('base64url')
      return approve({ challenge, deviceId, pin: PIN, signature })
    },
  ]),
  ...(
    [
      [
        'with the key of somebody else',
        { ...WRONG_PROOF, leaves: 'ApprovalRefused' },
        () => ben.phone.deviceId,
        {},
      ],
      ['in the name of a device of somebody else', WRONG_PROOF, () => stranger.phone.deviceId, {}],
      ['in the name of no device', WRONG_PROOF, () => randomUUID(), {}],
      ['with a passkey’s name', WRONG_PROOF, () => ben.key.deviceId, {}],
    ] as const
  ).map(([how, refused, deviceId]): Case => [
    'approval by PIN',
    how,
    refused,
    async () => {
      const { challenge } = await toApprove()
      const signature = await stranger.phone.sign(challenge)
      return approve({ challenge, deviceId: deviceId(), pin: PIN, signature })
    },
  ]),
  ...(
    [
      ['with the wrong PIN', { ...WRONG_PROOF, leaves: 'ApprovalRefused' }, { pin: '739104' }],
      ['without a PIN', WRONG_PROOF, { pin: undefined }],
      ['without a signature', WRONG_PROOF, { signature: undefined }],
    ] as const
  ).map(([how, refused, changes]): Case => [
    'approval by PIN',
    how,
    refused,
    async () => {
      const { challenge } = await toApprove()
      const { proof } = await ben.phone.proofFor(challenge)
      return approve({ ...proof, ...changes })
    },
  ]),
  [
    'approval by PIN',
    'with a DER signature',
    { status: 400, code: 'input.invalid' },
    async () => {
      const { challenge } = await toApprove()
      const { proof } = await ben.phone.proofFor(challenge)
      return approve({ ...proof, signature: derOf(halves(proof['signature']!)).toString('base64url') })
    },
  ],
]

const logins: Case[] = [
  ...ofAssertions('login', { status: 401, code: 'login.failed' }, async (make) =>
    logInBy(make(ben.key, await challengeToLogIn(), { userId: team.ben.userId })),
  ),
  [
    'login',
    'a second time',
    { status: 401, code: 'login.failed' },
    async () => {
      const response = signedBy(ben.key, await challengeToLogIn(), { userId: team.ben.userId })
      await logInBy(response)
      return logInBy(response)
    },
  ],
]

const enter = async (make: (challenge: string) => Assertion): Promise<Answered> => {
  const door = (more: object) => post('/auth/login/super', { email: boss.email, password: PASSWORD, ...more })
  const { challenge } = (await door({})).body.details[0].options
  return door({ assertion: make(challenge) })
}
const secondFactors: Case[] = ofAssertions('second factor', { status: 401, code: 'login.failed' }, (make) =>
  enter((challenge) => make(boss.key, challenge, { userId: boss.userId })),
)

type Making = NonNullable<Parameters<Authenticator['create']>[1]>
const register = (body: object, who: Person = team.anna) =>
  api.post('/users/register-device', who, { name: 'Laptop', ...body })
const enrolments: Case[] = (
  [
    ['for another site', { rpId: 'evil.example' }],
    ...Object.entries(ORIGINS).map(([how, origin]) => [`on a page ${how}`, { origin }] as const),
    ['in a page of another origin', { crossOrigin: true }],
    ['without the user being verified', { flags: 0x41 }],
    ['without anybody there', { flags: 0x44 }],
    ['without a key', { flags: 0x05 }],
    ['as if it had signed', { type: 'webauthn.get' }],
    ['with another algorithm', { algorithm: -35 }],
    ['with its data cut', { data: (bytes: Buffer) => bytes.subarray(0, -10) }],
    ['with more data than it says', { data: (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]) }],
  ] as readonly (readonly [string, Making])[]
).map(([how, tweaks]): Case => [
  'enrolment of a passkey',
  how,
  WRONG_PROOF,
  async () => {
    const { options } = (await api.post('/users/register-device-options', team.anna, { kind: 'passkey' }))
      .body
    const made: Attestation = newAuthenticator('http://localhost').create(options.challenge, tweaks)
    return register({ kind: 'passkey', response: made })
  },
])

const enrolPin = async (
  change: (given: Awaited<ReturnType<Awaited<ReturnType<typeof newDevice>>['registration']>>) => object,
) => {
  const { challenge } = (await api.post('/users/register-device-options', team.anna, { kind: 'pin' })).body
  const given = await (await newDevice()).registration(challenge)
  return register({ ...given, pin: PIN, ...change(given) })
}
const pinEnrolments: Case[] = [
  ...NUMBERS.map(([how, change]): Case => [
    'enrolment of a PIN',
    `with ${how}`,
    WRONG_PROOF,
    () =>
      enrolPin(({ signature }) => ({
        signature: Buffer.concat([...change(...halves(signature))]).toString('base64url'),
      })),
  ]),
  ...(
    [
      ['with a key that is no point of the curve', (x: string) => ({ x, y: x })],
      ['with a key of zeros', () => ({ x: 'A'.repeat(43), y: 'A'.repeat(43) })],
      ['with the point mirrored', (x: string, y: string) => ({ x: y, y: x })],
    ] as const
  ).map(([how, point]): Case => [
    'enrolment of a PIN',
    how,
    WRONG_PROOF,
    () => enrolPin(({ publicKey: { x, y, ...rest } }) => ({ publicKey: { ...rest, ...point(x, y) } })),
  ]),
]

const pairings: Case[] = (
  [
    ['with an unknown code', () => post('/auth/pair-claim', { code: '0123ABCD', name: 'Phone' })],
    ['with an unknown claim', () => post('/auth/pair-finish', { claim: 'A'.repeat(43) })],
    [
      'claimed twice',
      async () => {
        const { code } = (await post('/auth/pair', undefined, team.anna.token)).body
        await post('/auth/pair-claim', { code, name: 'Phone' })
        return post('/auth/pair-claim', { code, name: 'Phone' })
      },
    ],
    [
      'confirmed by somebody else',
      async () => {
        const { id, code } = (await post('/auth/pair', undefined, team.anna.token)).body
        await post('/auth/pair-claim', { code, name: 'Phone' })
        return post(`/auth/pair-confirm/${id}`, undefined, team.ben.token)
      },
    ],
    [
      'finished after a refusal',
      async () => {
        const { token } = team.anna
        const { id, code } = (await post('/auth/pair', undefined, token)).body
        const { claim } = (await post('/auth/pair-claim', { code, name: 'Phone' })).body
        await post(`/auth/pair-refuse/${id}`, undefined, token)
        return post('/auth/pair-finish', { claim })
      },
    ],
  ] as const
).map(([how, run]): Case => ['pairing', how, { status: 404, code: 'pair.not-found' }, run])

const cases: readonly Case[] = [
  ...SIGNING.flatMap((signing) => [...ofFields(signing), ...ofChallenges(signing)]),
  ...byPasskey,
  ...byPin,
  ...logins,
  ...secondFactors,
  ...enrolments,
  ...pinEnrolments,
  ...pairings,
]

/** Types of the events appended since. */
const since = async (head: Awaited<ReturnType<Product['head']>>): Promise<readonly string[]> =>
  (await product.platform.eventStore.readAll({ after: head })).events.map(({ type }) => type)

describe('refused ceremonies', () => {
  test.each(cases)('%s, %s', async (_ceremony, _how, { status, code, leaves }, run) => {
    const head = await product.head()
    const answer = await run()
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(await since(head)).toEqual(leaves === undefined ? [] : [leaves])
  })

  test('are more than 250 different ones', () => {
    expect(cases.length).toBeGreaterThan(250)
    expect(new Set(cases.map(([ceremony, how]) => `${ceremony} ${how}`)).size).toBe(cases.length)
  })
})

describe('the same ceremonies without a fault are accepted', () => {
  test.each(SIGNING)('$ceremony', async ({ prepare, send, prove }) => {
    if (prepare === toApprove && (await api.types(ben.requestId)).includes('RequestApproved')) {
      ben = { ...ben, requestId: await api.newRequest(team) }
    }
    const { challenge } = await prepare()
    const answer = await send(await prove(challenge, challenge))
    expect([200, 201]).toContain(answer.status)
    if (prepare === toCreate) await api.post(`/requests/withdraw/${answer.body.id}`, team.anna)
  })

  test('logins of both kinds', async () => {
    const { userId } = team.ben
    expect((await logInBy(signedBy(ben.key, await challengeToLogIn(), { userId }))).status).toBe(200)
    expect((await enter((challenge) => signedBy(boss.key, challenge))).status).toBe(200)
  })

  test('enrolments of both kinds', async () => {
    expect((await enrolPin(() => ({}))).status).toBe(201)
    expect((await keyOf(team.anna, anna.phone)).deviceId).toMatch(/^[0-9a-f-]{36}$/)
  })
})
