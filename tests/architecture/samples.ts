import type { allEvents } from '#modules/all.events.ts'
import type { EventOf } from '#platform/facts/facts.ts'

type ProductEvent = EventOf<typeof allEvents>
type Samples = {
  readonly [T in ProductEvent['type']]: {
    readonly stream: string
    readonly data: Extract<ProductEvent, { type: T }>['data']
  }
}

/** What `npm run freeze` makes a stored fact of, once for each type and version: every field is there. */
export const samples: Samples = {
  UserSignedUp: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: {
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      email: 'anna.muster@beispiel.example',
      addressHash: 'a1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m5',
      role: 'admin',
      language: 'de',
    },
  },
  ConfirmationRequested: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: {
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      email: 'anna.muster@beispiel.example',
      generation: 1,
    },
  },
  SignupRepeated: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: { userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10', email: 'anna.muster@beispiel.example' },
  },
  SessionReplayed: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: {
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      sessionId: '7b1e0c52-9a44-4f0e-8a3d-2c9d1e5f6a17',
    },
  },
  EmailVerified: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: { userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10', role: 'admin' },
  },
  UserRoleRaised: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: { userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10', role: 'admin' },
  },
  DeviceEnrolled: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: {
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      deviceId: 'f2ed07e5-6081-4293-8edf-4a5b6c7d8e06',
      kind: 'pin',
      name: 'Telefon von Anna',
      publicKey:
        '{"crv":"P-256","kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}',
    },
  },
  DeviceDisabled: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: {
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      deviceId: 'f2ed07e5-6081-4293-8edf-4a5b6c7d8e06',
      reason: 'wrong-pins',
    },
  },
  AddressReserved: {
    stream: 'email-a1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m5',
    data: {
      addressHash: 'a1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m5',
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    },
  },
  WorkspaceCreated: {
    stream: 'workspace-3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
    data: {
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      name: 'Muster & Söhne',
      description: 'Buchhaltung',
      timezone: 'Europe/Berlin',
      trialStartsOn: '2026-11-21',
      trialEndsOn: '2026-12-21',
    },
  },
  WorkspaceSettingsChanged: {
    stream: 'workspace-3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
    data: {
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      name: 'Muster GmbH',
      description: 'Einkauf',
      billingUser: 'rechnung@beispiel.example',
      billingAddressHash: 'a1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m5',
      timezone: 'Europe/Vienna',
    },
  },
  OnboardingCompleted: {
    stream: 'workspace-3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
    data: { workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01' },
  },
  ParticipantInvited: {
    stream: 'workspace-3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
    data: {
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      participantId: 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03',
      invitationId: 'e1dcf6d4-5f70-4182-bdce-3f4a5b6c7d05',
      addressHash: 'a1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m5',
      email: 'bernd@beispiel.example',
      invitedBy: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      role: 'regular user',
      approver: true,
      requester: false,
      generation: 1,
      expiresAt: '2026-11-28T10:00:00.000Z',
      language: 'de',
    },
  },
  ParticipantJoined: {
    stream: 'workspace-3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
    data: {
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      addressHash: 'a1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m5',
      email: 'anna.muster@beispiel.example',
      role: 'admin',
      approver: true,
      requester: true,
      invitationId: null,
    },
  },
  ParticipantLeft: {
    stream: 'workspace-3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
    data: {
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    },
  },
  WorkspaceClosed: {
    stream: 'workspace-3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
    data: { workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01', reason: 'last participant left' },
  },
  RequestCreated: {
    stream: 'request-d0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
    data: {
      requestId: 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      type: 'approval',
      title: 'Überweisung an Lieferant freigeben',
      details: 'Rechnung 2026-117\n12.400 €',
      salt: 'c2FsdC1vZi1hLXNhbXBsZS0zMi1ieXRlcy1sb25nLWE',
      requesterId: 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03',
      requesterUserId: '14af2907-82a3-44b5-80f1-6c7d8e9fa008',
      requesterEmail: 'bernd@beispiel.example',
      approverId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
      approverUserId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      approverEmail: 'anna.muster@beispiel.example',
      expiresAt: '2026-11-28T10:00:00.000Z',
      workspaceRevision: 4,
    },
  },
  RequestApproved: {
    stream: 'request-d0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
    data: {
      requestId: 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      email: 'anna.muster@beispiel.example',
      workspaceRevision: 4,
      assurance: 'pin',
      evidence: {
        canonical: '{"v":1}',
        challenge: 'bHVZYzJkZTNmNGc1aDZpN2o4azlsMG0xbjJvM3A0cTU',
        deviceId: 'f2ed07e5-6081-4293-8edf-4a5b6c7d8e06',
        publicKey:
          '{"crv":"P-256","kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}',
        signature: 'c2lnbmF0dXJl',
      },
    },
  },
  RequestDeclined: {
    stream: 'request-d0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
    data: {
      requestId: 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      email: 'anna.muster@beispiel.example',
      workspaceRevision: 4,
      assurance: 'session',
    },
  },
  RequestWithdrawn: {
    stream: 'request-d0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
    data: {
      requestId: 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      participantId: 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03',
    },
  },
  RequestClosed: {
    stream: 'request-d0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
    data: {
      requestId: 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      reason: 'expired',
    },
  },
  ApprovalRefused: {
    stream: 'request-d0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
    data: {
      requestId: 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
      workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
      participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      deviceId: 'f2ed07e5-6081-4293-8edf-4a5b6c7d8e06',
      reason: 'wrong-pin',
      triesLeft: 4,
    },
  },
  MailOutcomesRecorded: {
    stream: 'mails-0b759a2e-5c2b-52f8-886b-96b6cacef9d9',
    data: {
      causeId: '0b759a2e-5c2b-52f8-886b-96b6cacef9d9',
      outcomes: [
        { purpose: 'request.created', recipient: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10', outcome: 'sent' },
        {
          purpose: 'request.created',
          recipient: '14af2907-82a3-44b5-80f1-6c7d8e9fa008',
          outcome: 'failed',
          reason: 'EENVELOPE 550',
        },
      ],
      sent: 1,
      dropped: 0,
      failed: 1,
      isFinal: true,
    },
  },
  IdentityLinkRequested: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: {
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      email: 'ada@example.org',
      provider: 'microsoft',
      identityHash: 'i1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m7',
      generation: 2,
    },
  },
  IdentityLinked: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: {
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      provider: 'microsoft',
      identityHash: 'i1:Zx8v2n5Qk7Lr0tYw3Ab6Cd9Ef1Gh4Ij7Kl0Mn3Op6Qs',
    },
  },
  PersonErased: {
    stream: 'user-5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
    data: {
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      addressHash: 'a1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m5',
    },
  },
  WorkspaceErased: {
    stream: 'workspace-3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
    data: { workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01' },
  },
  ReadModelBuildStarted: {
    stream: 'ops-root',
    data: { model: 'requests', version: 4, build: 7 },
  },
  ReadModelPromoted: {
    stream: 'ops-root',
    data: { model: 'requests', version: 4, build: 7, replaced: 6 },
  },
  ReadModelRolledBack: {
    stream: 'ops-root',
    data: { model: 'requests', version: 3, build: 6, replaced: 7 },
  },
  ReadModelRetired: {
    stream: 'ops-root',
    data: { model: 'requests', version: 4, build: 7 },
  },
  ReadModelLanesRetried: {
    stream: 'ops-root',
    data: { model: 'requests', version: 3, build: 6, lanes: 2 },
  },
}
