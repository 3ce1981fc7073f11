import Type from 'typebox'
import { fact, optionalPersonal, personal, type EventOf } from '#platform/facts.ts'

/** Stream `workspace-<workspaceId>`: settings, participants and invitations together, because the last-admin rule needs them together. */

const workspaceId = Type.String()
const participantId = Type.String()
const role = Type.Union([Type.Literal('admin'), Type.Literal('regular user')])
const flags = { role, approver: Type.Boolean(), requester: Type.Boolean() }

export const workspaceEvents = {
  WorkspaceCreated: fact(
    1,
    Type.Object({
      workspaceId,
      name: personal(Type.String(), { workspace: 'workspaceId' }),
      description: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      timezone: Type.String(),
      /** YYYY-MM-DD, both inclusive, in the workspace's time zone */
      trialStartsOn: Type.String(),
      trialEndsOn: Type.String(),
    }),
  ),
  WorkspaceSettingsChanged: fact(
    1,
    Type.Object({
      workspaceId,
      name: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      description: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      billingUser: optionalPersonal(Type.String(), { address: 'billingAddressHash' }),
      billingAddressHash: Type.Optional(Type.String()),
      timezone: Type.Optional(Type.String()),
    }),
  ),
  OnboardingCompleted: fact(1, Type.Object({ workspaceId })),
  ParticipantInvited: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      invitationId: Type.String(),
      addressHash: Type.String(),
      email: personal(Type.String(), { address: 'addressHash' }),
      ...flags,
      /** Tokens of older generations of the same invitation are dead. */
      generation: Type.Integer(),
      expiresAt: Type.String(),
      language: Type.Union([Type.Literal('de'), Type.Literal('en')]),
    }),
  ),
  ParticipantJoined: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      userId: Type.String(),
      addressHash: Type.String(),
      email: personal(Type.String(), { person: 'userId' }),
      ...flags,
      /** null for the creator */
      invitationId: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  ParticipantLeft: fact(1, Type.Object({ workspaceId, participantId, userId: Type.String() })),
  WorkspaceClosed: fact(1, Type.Object({ workspaceId, reason: Type.Literal('last participant left') })),
} as const

export type WorkspaceEvent = EventOf<typeof workspaceEvents>
export const workspaceStream = (id: string): string => `workspace-${id}`
