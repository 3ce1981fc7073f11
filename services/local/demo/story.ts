import { randomUUID } from 'node:crypto'
import { dateIn } from '#contract/workspaces/subscription/subscription.ts'
import type { Platform } from '#platform/platform.ts'
import { createAccounts } from './accounts.ts'
import type { Act } from './act.ts'
import { ADMIN, createChronicle, grantAt, type Step } from './chronicle.ts'
import { createOperator, createPeople, type Person, type Team } from './people.ts'
import { createRandom } from './random.ts'

export type Story = {
  readonly steps: readonly Step[]
  readonly logins: Readonly<Record<'operator' | 'admin' | 'requester' | 'approver', Person>>
}

type Chronicle = ReturnType<typeof createChronicle>
type Cast = Story['logins'] & { readonly people: Readonly<Record<Team, readonly Person[]>> }

const [REQUESTER, APPROVER] = [grantAt(0), grantAt(1)] as const

/** The largest workspace, from its first day on. */
const treasury = ({ open, on }: Chronicle, cast: Cast, lastDay: number): void => {
  const { people, admin, requester, approver, operator } = cast
  const [, , , deputy, second, switched, promoted, deactivated, removed] = people.treasury
  const [expired, revoked, late, newcomer, external] = people.invited
  const workspace = open(
    {
      name: 'Nordwind Treasury',
      description: 'Zahlungen ab 5.000 €, neue Bankverbindungen und Limits: vier Augen, immer.',
      timezone: 'Europe/Berlin',
    },
    { founder: admin, from: 0 },
  )
  const { command, participantIdOf } = workspace
  for (const [place, person] of people.treasury.slice(1).entries())
    workspace.welcome(
      person,
      person === deputy ? ADMIN : grantAt(place),
      on(place < 9 ? 0 : place < 17 ? 3 : place < 24 ? 8 : 20, 90 + 4 * place),
    )
  const { email, addressHash } = admin
  command(on(0, 75), admin, { type: 'ChangeSettings', billing: { email, addressHash } })
  workspace.invite(expired!, REQUESTER, on(10, 200))
  workspace.invite(late!, grantAt(2), on(22, 60))
  command(on(35, 45), deputy!, {
    type: 'ResendInvitation',
    participantId: participantIdOf(late!),
    email: late!.email,
    invitedBy: deputy!.userId,
    language: late!.language,
    now: on(35, 45),
  })
  workspace.invite(revoked!, APPROVER, on(30, 100))
  command(on(30, 130), admin, { type: 'RevokeInvitation', participantId: participantIdOf(revoked!) })
  workspace.invite(newcomer!, APPROVER, on(lastDay - 1, 50))
  workspace.invite(external!, REQUESTER, on(lastDay, 40))

  command(on(9, 300), admin, {
    type: 'RequestOffer',
    offer: {
      offerId: randomUUID(),
      userId: admin.userId,
      firstName: 'Claudia',
      lastName: 'Hoffmann',
      companyName: 'Nordwind Maschinenbau GmbH',
      street: 'Am Sandtorkai',
      houseNumber: '68',
      zipCode: '20457',
      months: 12,
      seats: 60,
      startDate: dateIn('Europe/Berlin', on(19, 0)),
    },
    now: on(9, 300),
  })
  workspace.subscribe(on(14, 130), operator, 60)

  command(on(29, 200), deputy!, { type: 'ExportHistory', format: 'pdf', now: on(29, 200) })
  command(on(58, 220), admin, { type: 'ExportHistory', format: 'jsonl', now: on(58, 220) })
  command(on(40, 210), admin, {
    type: 'ChangeRight',
    participantId: participantIdOf(switched!),
    right: 'approver',
    value: true,
  })
  command(on(45, 240), admin, { type: 'PromoteParticipant', participantId: participantIdOf(promoted!) })
  const leaver = participantIdOf(deactivated!)
  workspace.leave(deactivated!, on(50, 20), admin, {
    type: 'ChangeActivity',
    participantId: leaver,
    value: false,
  })
  const gone = participantIdOf(removed!)
  workspace.leave(removed!, on(55, 25), deputy!, { type: 'RemoveParticipant', participantId: gone })

  workspace.askDaily(2, lastDay - 2, (day) => 1 + (day % 2))
  workspace.askOpen(on(lastDay - 1, 95), 1, requester, approver)
  workspace.askOpen(on(lastDay - 1, 240), 5, second!, approver)
  workspace.askOpen(on(lastDay - 1, 380), 15, requester, null)
  workspace.askOpen(on(lastDay, 30), 6, admin, approver)
  workspace.askOpen(on(lastDay, 150), 3, second!, null)
  workspace.askOpen(on(lastDay, 290), 9, requester, admin)
}

const purchasing = ({ open, on }: Chronicle, cast: Cast, lastDay: number): void => {
  const { people, admin, requester, approver, operator } = cast
  const [founder, ...others] = people.purchasing as readonly [Person, ...Person[]]
  const workspace = open(
    {
      name: 'Nordwind Einkauf Hamburg · Lieferantenstammdaten und Bankverbindungen',
      description: 'Jede neue IBAN wird hier von einer zweiten Person bestätigt.',
      timezone: 'Europe/Berlin',
    },
    { founder, from: 12 },
  )
  for (const [place, person] of others.entries())
    workspace.welcome(person, grantAt(place), on(12 + Math.floor(place / 4), 90 + place))
  workspace.welcome(admin, ADMIN, on(13, 30))
  workspace.welcome(requester, REQUESTER, on(13, 31))
  workspace.welcome(approver, APPROVER, on(13, 32))
  workspace.subscribe(on(20, 40), operator, 25)
  workspace.askDaily(16, lastDay - 2, (day) => (day % 2 === 0 ? 1 : 0))
  workspace.askOpen(on(lastDay, 75), 1, founder, approver)
}

/** In its trial, which ends within a week. */
const poland = ({ open, on }: Chronicle, { people }: Cast, lastDay: number): void => {
  const [founder, ...others] = people.poland as readonly [Person, ...Person[]]
  const first = lastDay - 18
  const workspace = open(
    {
      name: 'Nordwind Polska Sp. z o.o. – Księgowość',
      description: 'Okres próbny',
      timezone: 'Europe/Warsaw',
    },
    { founder, from: first },
  )
  for (const [place, person] of others.entries())
    workspace.welcome(person, grantAt(place), on(first, 90 + place))
  workspace.askDaily(first + 2, lastDay - 1, (day) => (day % 2 === 0 ? 1 : 0))
}

/** Inactive since its trial ended. */
const dalian = ({ open, on }: Chronicle, { people }: Cast): void => {
  const [founder, ...others] = people.dalian as readonly [Person, ...Person[]]
  const workspace = open(
    { name: '北风大连 · 财务审批', description: '大连子公司', timezone: 'Asia/Shanghai' },
    { founder, from: 8 },
  )
  for (const [place, person] of others.entries()) workspace.welcome(person, grantAt(place), on(8, 90 + place))
  workspace.askDaily(11, 25, (day) => (day % 3 === 0 ? 1 : 0))
}

/** What has happened to the company on these work days, up to `now`. */
export const createStory = (
  platform: Platform,
  act: Act,
  { days, now }: { days: readonly Date[]; now: Date },
): Story => {
  const people = createPeople(platform.config)
  const [admin, requester, approver] = people.treasury as unknown as readonly [Person, Person, Person]
  const logins = { operator: createOperator(platform.config), admin, requester, approver }
  const cast = { people, ...logins }
  const accounts = createAccounts(act)
  const random = createRandom(2_026)
  const chronicle = createChronicle({ platform, act, accounts, random, days, now })
  chronicle.plan(chronicle.on(0, 0), (at) => accounts.createOperator(logins.operator, at))
  const lastDay = days.length - 1
  treasury(chronicle, cast, lastDay)
  purchasing(chronicle, cast, lastDay)
  poland(chronicle, cast, lastDay)
  dalian(chronicle, cast)
  return { steps: chronicle.steps(), logins }
}
