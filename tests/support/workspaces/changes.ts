import { expect } from 'vitest'
import { enrol, type Phone } from '../product/requests.ts'
import type { Answered, Person, Product } from '../product/product.ts'
import { colleague, workspaceOf, type Colleague, type OwnWorkspace } from '../product/workspaces.ts'

export type Admin = Person & { readonly phone: Phone }
/** A workspace that protects its people: the admins Anna and Cleo have a phone each, Ben makes requests. */
export type Protected = OwnWorkspace & {
  readonly anna: Admin
  readonly cleo: Admin & Colleague
  readonly ben: Colleague
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Commands of tests about changes that need a second admin. */
export const changesOf = (product: Product) => {
  const api = {
    call: (who: Person, method: Method, path: string, body?: object): Promise<Answered> =>
      product.call(method, path, { token: who.token, ...(body && { body }) }),
    newSession: async <P extends Person>(who: P): Promise<P> => ({
      ...who,
      token: await product.logIn(who.userId),
    }),
    protect: (who: Person, workspaceId: string, peopleProtected = true): Promise<Answered> =>
      api.call(who, 'PATCH', `/workspaces/update-settings/${workspaceId}`, { peopleProtected }),
    /** Signs and approves a change. */
    async approve(
      who: Person,
      phone: Phone,
      changeId: string,
      given: { pin?: string } = {},
    ): Promise<Answered> {
      const { body } = await api.call(who, 'POST', `/changes/challenge/${changeId}`)
      return api.call(
        who,
        'POST',
        `/changes/approve/${changeId}`,
        await phone.proofFor(body.challenge ?? 'A'.repeat(43), given),
      )
    },
    refuse: (who: Person, changeId: string) => api.call(who, 'POST', `/changes/refuse/${changeId}`),
    withdraw: (who: Person, changeId: string) => api.call(who, 'POST', `/changes/withdraw/${changeId}`),
    /** The change that an answer waits for. */
    waiting(answer: Answered): string {
      expect(answer).toMatchObject({ status: 202, body: { change: { state: 'pending' } } })
      return answer.body.change.id
    },
    participants: async (who: Person, workspaceId: string) =>
      (await api.call(who, 'GET', `/workspaces/participants/${workspaceId}`)).body.map(
        ({ participant }: { participant: object }) => participant,
      ),
    invite: (who: Person, workspaceId: string, given: object): Promise<Answered> =>
      api.call(who, 'POST', `/workspaces/invite-participant/${workspaceId}`, {
        role: 'regular user',
        requester: true,
        approver: false,
        ...given,
      }),
    /** Two admins with phones, without protection. */
    async team(): Promise<Protected> {
      const workspace = await workspaceOf(product)
      const anna = { ...workspace.admin, phone: await enrol(product, workspace.admin) }
      const second = await colleague(product, workspace, { role: 'admin', requester: true })
      const cleo = { ...second, phone: await enrol(product, second) }
      return { ...workspace, anna, cleo, ben: await colleague(product, workspace) }
    },
    async protectedTeam(): Promise<Protected> {
      const team = await api.team()
      const changeId = api.waiting(await api.protect(team.anna, team.id))
      expect(await api.approve(team.cleo, team.cleo.phone, changeId)).toMatchObject({
        status: 200,
        body: { state: 'done' },
      })
      return team
    },
  }
  return api
}
