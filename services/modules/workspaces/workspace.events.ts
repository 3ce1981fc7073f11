import Type from 'typebox'
import { clear, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'

/** Stream `workspace-<workspaceId>`: settings, participants and invitations together, because the last-admin rule needs them together. */

const id = clear('id')
const workspaceId = id
const participantId = id
const role = Type.Union([Type.Literal('admin'), Type.Literal('regular user')])
const flags = { role, approver: Type.Boolean(), requester: Type.Boolean() }

export const workspaceEvents = {
  WorkspaceCreated: fact(
    1,
    Type.Object({
      workspaceId,
      name: personal(Type.String(), { workspace: 'workspaceId' }),
      description: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      timezone: clear('time zone'),
      /** YYYY-MM-DD, both inclusive, in the workspace's time zone */
      trialStartsOn: clear('date'),
      trialEndsOn: clear('date'),
    }),
  ),
  WorkspaceSettingsChanged: fact(
    1,
    Type.Object({
      workspaceId,
      name: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      description: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      billingUser: optionalPersonal(Type.String(), { address: 'billingAddressHash' }),
      billingAddressHash: Type.Optional(clear('hash')),
      timezone: Type.Optional(clear('time zone')),
    }),
  ),
  OnboardingCompleted: fact(1, Type.Object({ workspaceId })),
  ParticipantInvited: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      invitationId: id,
      addressHash: clear('hash'),
      email: personal(Type.String(), { address: 'addressHash' }),
      /** The user who invited: what they offer ends when they may no longer invite. */
      invitedBy: id,
      ...flags,
      /** Tokens of older generations of the same invitation are dead. */
      generation: Type.Integer(),
      expiresAt: clear('time'),
      language: Type.Union([Type.Literal('de'), Type.Literal('en')]),
    }),
  ),
  ParticipantJoined: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      userId: id,
      addressHash: clear('hash'),
      email: personal(Type.String(), { person: 'userId' }),
      ...flags,
      /** null for the creator */
      invitationId: Type.Union([id, Type.Null()]),
    }),
  ),
  ParticipantLeft: fact(1, Type.Object({ workspaceId, participantId, userId: id })),
  WorkspaceClosed: fact(1, Type.Object({ workspaceId, reason: Type.Literal('last participant left') })),
  /** Every key of this workspace is destroyed: whoever shows what they sealed forgets it. */
  WorkspaceErased: fact(1, Type.Object({ workspaceId })),
} as const

export type WorkspaceEvent = EventOf<typeof workspaceEvents>
export const workspaceStream = (ofWorkspace: string): string => `workspace-${ofWorkspace}`
