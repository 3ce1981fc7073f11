import Type from 'typebox'
import { Empty, Token } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const confirmBillingAddress = endpoint({
  operation: 'workspaces.confirm-billing',
  summary: 'Agree to be the billing address of a workspace, with the link of the mail to that address',
  method: 'POST',
  path: '/workspaces/confirm-billing/{billingToken}',
  access: 'public',
  command: true,
  readModels: ['workspaces'],
  params: Type.Object({ billingToken: Token }),
  status: 200,
  reply: Empty,
  errors: ['token.not-found', 'rate.exceeded'],
})
