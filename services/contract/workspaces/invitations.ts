import Type, { type Static } from 'typebox'
import { Email, Id, IdParams, Search, TimeZone, nullable, words } from '../common.ts'
import { PersonName } from '../person.ts'
import { endpoint } from '../endpoint.ts'
import { Participant, ParticipantBody, ParticipantRole } from './workspaces.ts'

/** Whether an invitation lets somebody decide requests, or who decides them. */
const opensADoor = ({ approver, role }: { readonly approver: boolean; readonly role: ParticipantRole }) =>
  approver || role === 'admin'

export const inviteParticipant = endpoint({
  operation: 'workspaces.invite-participant',
  summary: 'Invite a colleague by e-mail',
  method: 'POST',
  path: '/workspaces/invite-participant/{id}',
  access: 'workspace admin',
  needsFreshLogin: ({ body }) => opensADoor(body as Parameters<typeof opensADoor>[0]),
  asksSecondAdmin: 'instead',
  scope: { workspace: 'id' },
  paid: true,
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: Type.Object({
    email: Email,
    /** A proposal, until the person says otherwise. */
    name: Type.Optional(PersonName),
    requester: Type.Boolean(),
    approver: Type.Boolean(),
    role: ParticipantRole,
  }),
  status: 201,
  reply: Participant,
  errors: [
    'participant.no-role',
    'participant.exists',
    'invitation.limit',
    'workspace.full',
    'rate.exceeded',
  ],
})

const NotInvited = Type.Union([
  Type.Literal('input.invalid'),
  Type.Literal('participant.no-role'),
  Type.Literal('participant.exists'),
  Type.Literal('invitation.limit'),
  Type.Literal('workspace.full'),
  /** More than 50 invitations per workspace and hour during the trial, or 10,000 with a subscription. */
  Type.Literal('rate.exceeded'),
  /** More than five invitations per address and day, across all workspaces. */
  Type.Literal('invitation.too-often'),
  /** Another change of this address waits for a second admin. */
  Type.Literal('change.exists'),
  /** Too many changes wait for a second admin. */
  Type.Literal('change.limit'),
])
export type NotInvited = Static<typeof NotInvited>

const InvitedRow = Type.Object({
  /** Index in the request, from 1. */
  row: Type.Integer(),
  email: Type.String(),
  /** `waiting`: for a second admin, who decides about the change `changeId`. */
  outcome: words(['invited', 'already', 'invalid', 'waiting']),
  /** null if invited or waiting. */
  reason: nullable(NotInvited),
  participant: nullable(Participant),
  changeId: Type.Optional(Id),
})
export type InvitedRow = Static<typeof InvitedRow>

export const inviteParticipants = endpoint({
  operation: 'workspaces.invite-participants',
  summary: 'Invite many colleagues by e-mail; each row has its own outcome',
  method: 'POST',
  path: '/workspaces/invite-participants/{id}',
  access: 'workspace admin',
  needsFreshLogin: ({ body }) =>
    (body as { participants: Parameters<typeof opensADoor>[0][] }).participants.some(opensADoor),
  /** `change` is that of the first row that waits. */
  asksSecondAdmin: 'beside',
  scope: { workspace: 'id' },
  paid: true,
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: Type.Object({
    participants: Type.Array(
      Type.Object({
        /** An invalid address fails only its own row. */
        email: Type.String({ maxLength: 1_000, pattern: '^\\P{C}*$' }),
        name: Type.Optional(PersonName),
        requester: Type.Boolean(),
        approver: Type.Boolean(),
        role: ParticipantRole,
      }),
      { minItems: 1, maxItems: 500 },
    ),
  }),
  bodyBytes: 1024 * 1024,
  status: 200,
  reply: Type.Object({ results: Type.Array(InvitedRow) }),
  errors: [],
})

const INVITATION_ERRORS = ['participant.not-found', 'invitation.accepted'] as const

export const resendInvite = endpoint({
  operation: 'workspaces.resend-invite',
  summary: 'Send an invitation again with a new link, even if it has expired or was revoked',
  method: 'POST',
  path: '/workspaces/resend-invite/{id}',
  access: 'workspace admin',
  asksSecondAdmin: 'instead',
  scope: { workspace: 'id' },
  paid: true,
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: ParticipantBody,
  status: 200,
  reply: Participant,
  errors: [...INVITATION_ERRORS, 'invitation.limit', 'workspace.full', 'rate.exceeded'],
})

export const revokeInvite = endpoint({
  operation: 'workspaces.revoke-invite',
  summary: 'Revoke an invitation',
  method: 'DELETE',
  path: '/workspaces/revoke-invite/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: ParticipantBody,
  status: 200,
  reply: Participant,
  errors: INVITATION_ERRORS,
})

export const invitation = endpoint({
  operation: 'participants.invitation',
  summary:
    'The role of an invitation, and with the token from the mail also its address, proposed name and workspace',
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
    /** The proposed one. */
    name: Type.Optional(nullable(Type.String())),
    workspaceName: Type.Optional(nullable(Type.String())),
    account: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('exists')])),
  }),
  errors: ['invitation.not-found', 'rate.exceeded'],
})

export const acceptInvite = endpoint({
  operation: 'participants.accept-invite',
  summary: 'Accept an invitation; only for the invited, verified address. With a name, the account takes it',
  method: 'POST',
  path: '/participants/accept-invite/{id}',
  access: 'session',
  command: true,
  readModels: ['workspaces', 'requests', 'users'],
  params: IdParams,
  body: Type.Object({
    name: Type.Optional(PersonName),
    /** Of the browser. It becomes that of an account that has said nothing about its own. */
    timeZone: Type.Optional(TimeZone),
  }),
  status: 200,
  reply: Participant,
  errors: ['invitation.not-found', 'rate.exceeded'],
})
