import { expect } from 'vitest'
import type { Answered, Person } from '../product/product.ts'
import type { Phone, RequestApi, Team } from '../product/requests.ts'
import { colleague, type Colleague } from '../product/workspaces.ts'

/** A workspace that allows emergency approvals. Its one approver Ben is away for long; Carla is a second admin. */
export type GlassTeam = Team & {
  readonly carla: Colleague
  readonly phone: Phone
  readonly carlas: Phone
}

export const REASON = 'Ben is ill, and the bank closes at noon'

export const glassOf = (api: RequestApi) => {
  const { product } = api
  const allow = ({ id, admin }: Pick<Team, 'id' | 'admin'>, breakGlass = true) =>
    product.call('PATCH', `/workspaces/update-settings/${id}`, { token: admin.token, body: { breakGlass } })
  /** The participant is away for so many days. */
  const away = (by: Pick<Person, 'token'>, { participantId }: Colleague, days = 90) => {
    const now = product.clock.now().getTime()
    const body = {
      participantId,
      from: new Date(now).toISOString(),
      until: new Date(now + days * 86_400_000).toISOString(),
      deputies: [],
    }
    return product.call('PATCH', '/participants/absence', { token: by.token, body })
  }
  const proving = async (
    path: string,
    who: Pick<Person, 'token'>,
    phone: Phone,
    body?: object,
  ): Promise<Answered | object> => {
    const prepared = await api.post(path, who, body)
    return prepared.status === 200 ? phone.proofFor(prepared.body.challenge) : prepared
  }
  return {
    allow,
    away,
    async team(): Promise<GlassTeam> {
      const of = await api.team()
      const carla = await colleague(product, of, { role: 'admin', approver: false, requester: true })
      expect((await allow(of)).status).toBe(200)
      expect((await away(of.admin, of.ben)).status).toBe(200)
      return { ...of, carla, phone: await api.enrol(of.admin), carlas: await api.enrol(carla) }
    },
    /** Breaks the glass of this request, or answers why not. */
    async breakIt(
      id: string,
      { admin, phone }: Pick<GlassTeam, 'admin' | 'phone'>,
      reason = REASON,
    ): Promise<Answered> {
      const proof = await proving(`/requests/glass-challenge/${id}`, admin, phone, { reason })
      return 'status' in proof ? proof : api.post(`/requests/break-glass/${id}`, admin, { reason, ...proof })
    },
    async confirm(id: string, who: Pick<Person, 'token'>, phone: Phone): Promise<Answered> {
      const proof = await proving(`/requests/confirm-glass-challenge/${id}`, who, phone)
      return 'status' in proof ? proof : api.post(`/requests/confirm-glass/${id}`, who, proof)
    },
  }
}
