import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeletions } from '#modules/accounts/deletion/delete-account.ts'
import { isDeleted } from '#modules/accounts/deletion/deletion.decider.ts'
import { deletionReactor } from '#modules/accounts/deletion/deletion.reactor.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { createMemberships } from '#modules/workspaces/participants/memberships.ts'
import { workspaceDecider, type WorkspaceCommand } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { isActiveAdmin, joined, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { bySystem, type Commands } from '#platform/commands/execute-command.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { buildEffects, type Effects } from '../../../../services/worker/effects.ts'
import { openApiBeside } from '#support/product/beside.ts'
import { eventually } from '#support/eventually.ts'
import { openProduct, type Answered, type Person, type Product } from '#support/product/product.ts'
import { colleague, workspaceOf, type OwnWorkspace } from '#support/product/workspaces.ts'
import { rounds } from '#support/rounds.ts'

/** Interrupted and concurrent deletions: no account stays half deleted, and no workspace loses its last admin. */

let product: Product
/** Runs deletions without erasing keys, which takes seconds. */
let worker: Effects
const start = async () => {
  const { platform } = product
  const reactors = [deletionReactor(platform, createMemberships(platform))]
  worker = buildEffects(platform, { mailKinds: [], reactors, chores: [] })
  await worker.start()
}
beforeAll(async () => {
  product = await openProduct()
})
afterAll(async () => {
  await worker?.stop()
  await product?.close()
})

const typesOf = async (stream: string) => (await product.facts(stream)).map(({ type }) => type)
const deletionOf = async ({ userId }: Person) =>
  (await typesOf(`user-${userId}`)).filter((type) => /Delet/.test(type))
const inWorkspace = ({ id }: OwnWorkspace) => typesOf(`workspace-${id}`)
const statusOf = async ({ token }: Person) => (await product.call('GET', '/users/current', { token })).status

describe('a crash at any step', () => {
  /** Commands of a process that crashes after this number of commands. */
  const killedAfter = (steps: number): Commands => {
    const { commands } = product.platform
    let left = steps
    return {
      ...commands,
      execute(execution) {
        left -= 1
        if (left < 0) throw new Error('killed')
        return commands.execute(execution)
      },
    }
  }
  /** Deletes like the endpoint, up to that step. Returns whether it completed. */
  const deleteUpTo = async (steps: number, { userId }: Person): Promise<boolean> => {
    const killed = { ...product.platform, commands: killedAfter(steps) }
    const deletions = createDeletions(killed, createMemberships(killed))
    const deletionId = randomUUID()
    const contextOf = (step: string) => bySystem(`${deletionId} ${step}`, new Date())
    try {
      const begun = await deletions.begin({ userId, deletionId }, contextOf)
      return 'deletionId' in begun && (await deletions.resume(begun, contextOf)) !== null
    } catch {
      return false
    }
  }

  test('is recovered: the account is deleted and has left all workspaces', async () => {
    const gone: { readonly person: Person; readonly places: readonly OwnWorkspace[] }[] = []
    for (let isDone = false; !isDone;) {
      const team = await workspaceOf(product)
      const person = await colleague(product, team, { role: 'admin' })
      const own = await workspaceOf(product, person)
      gone.push({ person, places: [own, team] })
      isDone = await deleteUpTo(gone.length, person)
    }
    // RequestDeletion, two announcements, DeleteAccount, two departures.
    expect(gone).toHaveLength(6)
    await start()
    for (const { person, places } of gone)
      await eventually(async () => {
        expect(await deletionOf(person)).toEqual(['DeletionRequested', 'AccountDeleted'])
        for (const place of places)
          expect(await inWorkspace(place)).toEqual(
            expect.arrayContaining(['DepartureAnnounced', 'ParticipantLeft']),
          )
        expect(await statusOf(person)).toBe(401)
      })
    await worker.stop()
  })

  test('of a deletion that a workspace refuses is rolled back in all workspaces', async () => {
    const free = await workspaceOf(product)
    const { admin } = free
    const needing = await workspaceOf(product, admin)
    await deleteUpTo(2, admin)
    expect((await inWorkspace(free)).at(-1)).toBe('DepartureAnnounced')
    await colleague(product, needing)
    await start()
    await eventually(async () => {
      expect(await deletionOf(admin)).toEqual(['DeletionRequested', 'DeletionRefused'])
      expect((await inWorkspace(free)).at(-1)).toBe('DepartureCancelled')
    })
    expect(await statusOf(admin)).toBe(200)
    await worker.stop()
  })

  test('does not keep a person in a workspace who joined during the deletion', async () => {
    const person = await product.person()
    const deleted = await product.call('DELETE', '/users/delete-account', { token: person.token })
    expect(deleted.status).toBe(200)
    await start()
    const { position } = (await product.facts(`user-${person.userId}`)).at(-1)!
    await eventually(async () => {
      const at = await product.platform.db('reactor_checkpoints').where({ name: 'deletions' }).first()
      expect(at.position >= position).toBe(true)
    })
    // A call that arrived before the deletion.
    const late = await workspaceOf(product, { ...person, token: await product.logIn(person.userId) })
    await eventually(async () => expect((await inWorkspace(late)).at(-1)).toBe('WorkspaceClosed'))
    await worker.stop()
  })
})

const ROUNDS = rounds({ short: 20, long: 1_000 })
const LANES = 4

describe('two last admins of a shared workspace', () => {
  const execute = (workspaceId: string, command: WorkspaceCommand) =>
    product.platform.commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: bySystem(randomUUID(), product.clock.now()),
      command,
    })
  const account = ({ userId, email }: Person) => ({ userId, email, addressHash: `a1:${userId}` })

  /** From events only: the creator, and everyone who joined. */
  const workspaceWith = async (creator: Person, ...others: readonly [Person, 'admin' | 'regular user'][]) => {
    const workspaceId = randomUUID()
    await execute(workspaceId, {
      type: 'CreateWorkspace',
      workspaceId,
      participantId: derivedId(workspaceId, creator.userId),
      name: 'Praxis',
      timezone: 'UTC',
      trialStartsOn: '2026-01-01',
      trialEndsOn: '2036-01-01',
      creator: account(creator),
    })
    const now = product.clock.now()
    for (const [person, role] of others) {
      const invitationId = randomUUID()
      await execute(workspaceId, {
        type: 'InviteParticipant',
        ...account(person),
        participantId: derivedId(workspaceId, person.userId),
        invitationId,
        invitedBy: creator.userId,
        role,
        approver: true,
        requester: true,
        language: 'en',
        now,
      })
      await execute(workspaceId, { type: 'AcceptInvitation', ...account(person), invitationId, now })
    }
    return workspaceId
  }

  type Process = Pick<Product, 'call'>
  type Way = (on: Process, who: Person, id: string, other: Person) => Promise<Answered>
  const remove: Way = (on, { token }) => on.call('DELETE', '/users/delete-account', { token })
  const leave: Way = (on, { token }, id) => on.call('DELETE', `/users/remove-from-workspace/${id}`, { token })
  const deactivate: Way = (on, { token }, id, { userId }) =>
    on.call('PATCH', '/participants/change-activity', {
      token,
      body: { participantId: derivedId(id, userId), value: false },
    })
  /** A second process: within one process, commands on a workspace are queued and never race. */
  let beside: Awaited<ReturnType<typeof openApiBeside>>
  beforeAll(async () => {
    beside = await openApiBeside(product)
  })
  afterAll(() => beside?.close())
  const pairs = [
    [remove, remove],
    [remove, leave],
    [remove, deactivate],
  ] as const

  const stateOf = async (id: string) =>
    (await product.platform.commands.load(workspaceFold, workspaceStream(id))).state

  /** Returns both answers. */
  const round = async (n: number, third: Person): Promise<string> => {
    const [anna, ben] = [await product.person(), await product.person()]
    const own = await workspaceWith(anna)
    const shared = await workspaceWith(anna, [ben, 'admin'], [third, 'regular user'])
    const [first, second] = pairs[n % pairs.length]!
    const answers = await Promise.all([first(product, anna, shared, ben), second(beside, ben, shared, anna)])
    const there = joined(await stateOf(shared))
    expect(there.some(isActiveAdmin)).toBe(true)
    expect(there.map(({ leaving }) => leaving)).toEqual(there.map(() => null))
    for (const [i, person] of [anna, ben].entries()) {
      const { state } = await product.platform.commands.load(userDecider, userStream(person.userId))
      const isGone = isDeleted(state)
      expect(isGone).toBe(pairs[n % pairs.length]![i] === remove && answers[i]!.status === 200)
      if (isGone) expect(there.some(({ userId }) => userId === person.userId)).toBe(false)
      if (person === anna) expect((await stateOf(own)).kind).toBe(isGone ? 'closed' : 'open')
    }
    return answers.map(({ status }) => status).join(' ')
  }

  test(
    `${ROUNDS} times both delete their account at once: one remains, and a deleted one has left everywhere`,
    async () => {
      const third = await product.person()
      const outcomes = new Set<string>()
      const lane = async (first: number) => {
        for (let n = first; n < ROUNDS; n += LANES) {
          outcomes.add(await round(n, third))
        }
      }
      await Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)))
      expect([...outcomes]).toEqual(expect.arrayContaining(['200 409', '409 200']))
    },
    60_000 + ROUNDS * 2_400,
  )
})
