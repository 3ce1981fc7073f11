import type { Rule } from '#contract/requests/kinds.ts'
import type { RequestApi, Team } from '#support/product/requests.ts'
import { colleague, type Colleague } from '#support/product/workspaces.ts'

/** A workspace with rules for payments, groups, and people who may decide by them. */

export type SigningTeam = Team & {
  readonly kindId: string
  readonly treasury: string
  readonly board: string
  /** Ben and Carl are of the treasury, Carl and Dora of the board. */
  readonly carl: Colleague
  readonly dora: Colleague
}

export const signingRules = (api: RequestApi) => {
  const writeGroup = async (
    { id, admin }: Team,
    name: string,
    members: readonly { readonly participantId: string }[],
    groupId?: string,
  ) => {
    const participantIds = members.map(({ participantId }) => participantId)
    const body = { ...(groupId && { id: groupId }), name, participantIds }
    return (await api.post(`/groups/write/${id}`, admin, body)).body.id as string
  }
  const kindIn = async ({ id, anna }: Team, builtIn: string) =>
    (await api.get(`/kinds/list/${id}`, anna)).body.find((kind: any) => kind.builtIn === builtIn)
  /** Gives a built-in kind these rules. */
  const writeRules = async (of: Team, rules: readonly Partial<Rule>[], builtIn = 'payment') => {
    const { id, name, fields } = await kindIn(of, builtIn)
    const all = rules.map((rule) => ({ when: {}, who: 'any', count: 1, before: null, hours: 24, ...rule }))
    return api.post(`/kinds/write/${of.id}`, of.admin, { id, name, fields, rules: all })
  }
  return {
    writeGroup,
    kindIn,
    writeRules,
    async team(): Promise<SigningTeam> {
      const of = await api.team()
      const carl = await colleague(api.product, of, { approver: true, requester: true })
      const dora = await colleague(api.product, of, { approver: true, requester: false })
      const treasury = await writeGroup(of, 'Treasury', [of.ben, carl])
      const board = await writeGroup(of, 'Board', [carl, dora])
      const { id: kindId } = await kindIn(of, 'payment')
      return { ...of, kindId, treasury, board, carl, dora }
    },
    /** Asks for a payment; by default of 10,000.00 EUR. */
    pay: ({ anna, id, kindId }: SigningTeam, value = '10000.00', body: object = {}) => {
      const fields = {
        amount: { value, currency: 'EUR' },
        payee: 'Müller GmbH',
        iban: 'DE89370400440532013000',
      }
      const sent = { type: 'approval', title: 'Pay the invoice', kindId, fields, ...body }
      return api.post(`/requests/create/${id}`, anna, sent)
    },
  }
}
