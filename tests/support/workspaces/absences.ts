import type { RequestApi } from '#support/product/requests.ts'
import type { Person } from '#support/product/product.ts'

const DAY = 86_400_000
type Member = Pick<Person, 'token'> & { readonly participantId: string }

/** Sets and ends absences of members of a workspace. */
export const absencesOf = ({ product }: Pick<RequestApi, 'product'>) => {
  const iso = (days: number) => new Date(product.clock.now().getTime() + days * DAY).toISOString()
  const send = ({ token, participantId }: Member, body: object) =>
    product.call('PATCH', '/participants/absence', { token, body: { participantId, ...body } })
  return {
    /** Away since yesterday, for a week, with these deputies. */
    away: (who: Member, deputies: readonly { readonly participantId: string }[], from = -1, until = 6) =>
      send(who, {
        from: iso(from),
        until: iso(until),
        deputies: deputies.map(({ participantId }) => participantId),
      }),
    back: (who: Member) => send(who, { from: null, until: null, deputies: [] }),
  }
}
