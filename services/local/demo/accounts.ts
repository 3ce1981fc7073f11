import { addressDecider } from '#modules/accounts/address.decider.ts'
import { addressStream } from '#modules/accounts/address.events.ts'
import { userDecider, type UserCommand } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import type { Client } from '#platform/facts/facts.ts'
import type { Act } from './act.ts'
import type { Person } from './people.ts'
import { minutesLater } from './work-days.ts'

/** The accounts of the demo’s people, each made once. */
export const createAccounts = (act: Act) => {
  const known = new Set<Person>()

  const command = (
    { userId, desk }: Person,
    at: Date,
    made: UserCommand,
    client: Client = desk,
  ): Promise<unknown> =>
    act({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      actor: { kind: 'anonymous', userId, role: null },
      client,
      at,
      command: made,
    })

  const reserve = async ({ userId, addressHash, desk, email }: Person, at: Date): Promise<void> => {
    const { state } = await act({
      decider: addressDecider,
      stream: addressStream(addressHash),
      workspaceId: null,
      actor: { kind: 'anonymous', userId, role: null },
      client: desk,
      at,
      command: { type: 'ReserveAddress', addressHash, userId },
    })
    if (state.userId !== userId) throw new Error(`${email} has an account already`)
  }

  const enrol = (person: Person, at: Date): Promise<unknown> => {
    const { userId, phone, device } = person
    const { deviceId, name, publicKey } = device
    const enrolled = {
      userId,
      deviceId,
      kind: 'pin',
      name,
      publicKey,
      deviceBound: true,
      vouch: null,
    } as const
    return command(person, at, { type: 'EnrolDevice', ...enrolled, now: at, waitMs: 0 }, phone)
  }

  const make = async (person: Person, at: Date, commands: readonly UserCommand[]): Promise<void> => {
    if (known.has(person)) return
    known.add(person)
    await reserve(person, at)
    for (const [step, made] of commands.entries()) await command(person, minutesLater(at, step), made)
  }

  return {
    async signUp(person: Person, at: Date): Promise<void> {
      await make(person, at, [
        { type: 'SignUp', ...person, generation: 1 },
        { type: 'VerifyEmail', userId: person.userId },
      ])
      await enrol(person, minutesLater(at, 2))
    },
    async signUpInvited(person: Person, at: Date, role: 'admin' | 'regular user'): Promise<void> {
      const isNew = !known.has(person)
      await make(person, at, [{ type: 'SignUpInvited', ...person, role }])
      if (isNew) await enrol(person, minutesLater(at, 1))
    },
    createOperator: (operator: Person, at: Date): Promise<void> =>
      make(operator, at, [{ type: 'CreateSuperAdmin', ...operator }]),
  }
}
export type Accounts = ReturnType<typeof createAccounts>
