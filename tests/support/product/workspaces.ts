import type { Person, Product } from './product.ts'

export type OwnWorkspace = { readonly id: string; readonly admin: Person }
export type Colleague = Person & { readonly participantId: string }
type Rights = {
  readonly role?: 'admin' | 'regular user'
  readonly approver?: boolean
  readonly requester?: boolean
}

/** Creates a workspace. Its only admin is approver and requester too. */
export const workspaceOf = async (product: Product, creator?: Person): Promise<OwnWorkspace> => {
  const admin = creator ?? (await product.person())
  const { body } = await product.call('POST', '/workspaces/create', {
    token: admin.token,
    body: { name: 'Praxis' },
  })
  return { id: body.id, admin }
}

/** The id of the newest invitation in the workspace. */
export const newestInvitation = async (product: Product, workspaceId: string): Promise<string> => {
  const facts = await product.facts(`workspace-${workspaceId}`)
  return String(facts.findLast(({ type }) => type === 'ParticipantInvited')!.data['invitationId'])
}

/** Invites a person (a new one unless given), who joins; a requester by default. The admin logs in for it, as time may have passed. */
export const colleague = async (
  product: Product,
  { id, admin }: OwnWorkspace,
  { role = 'regular user', approver = false, requester = !approver }: Rights = {},
  known?: Person,
): Promise<Colleague> => {
  const person = known ?? (await product.person({ role }))
  await product.call('POST', `/workspaces/invite-participant/${id}`, {
    token: await product.logIn(admin.userId),
    body: { email: person.email, role, approver, requester },
  })
  const invitationId = await newestInvitation(product, id)
  const joined = await product.call('POST', `/participants/accept-invite/${invitationId}`, {
    token: person.token,
  })
  return { ...person, participantId: joined.body.id }
}
