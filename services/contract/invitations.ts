import Type from 'typebox'
import { Email, Id, IdParams, Search, nullable } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Participant, ParticipantRole } from './workspaces.ts'

export const inviteParticipant = endpoint({
  operation: 'workspaces.invite-participant',
  summary: 'Invite a colleague by mail',
  method: 'POST',
  path: '/workspaces/invite-participant/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  paid: true,
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  body: Type.Object({
    email: Email,
    requester: Type.Boolean(),
    approver: Type.Boolean(),
    role: ParticipantRole,
  }),
  status: 201,
  reply: Participant,
  errors: ['participant.no-role', 'participant.exists', 'invitation.limit', 'rate.exceeded'],
})

export const invitation = endpoint({
  operation: 'participants.invitation',
  summary: 'What an invitation offers: its role, and with the token of the mail also address and workspace',
  method: 'GET',
  path: '/participants/invitation/{invitationUuid}',
  access: 'public',
  readModels: ['workspaces', 'users'],
  params: Type.Object({ invitationUuid: Id }),
  query: Type.Object({ verificationToken: Type.Optional(Search(200)) }),
  status: 200,
  reply: Type.Object({
    role: ParticipantRole,
    email: Type.Optional(nullable(Type.String())),
    workspaceName: Type.Optional(nullable(Type.String())),
    account: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('exists')])),
  }),
  errors: ['invitation.not-found', 'rate.exceeded'],
})

export const acceptInvite = endpoint({
  operation: 'participants.accept-invite',
  summary: 'Join the workspace; only for the invited, verified address',
  method: 'POST',
  path: '/participants/accept-invite/{id}',
  access: 'session',
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  status: 200,
  reply: Participant,
  errors: ['invitation.not-found'],
})
