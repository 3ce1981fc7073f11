const requestId = 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04'
const workspaceId = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'
const userId = '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10'
const stream = `request-${requestId}`
const disputed = {
  requestId,
  workspaceId,
  participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
  userId,
  workspaceRevision: 4,
} as const

/** What is said beside a request, and about a call. */
const decided = {
  requestId,
  workspaceId,
  participantId: 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03',
  userId: '14af2907-82a3-44b5-80f1-6c7d8e9fa008',
  email: 'bernd@beispiel.example',
  workspaceRevision: 4,
}
/** For whom a deputy decides. */
export const onBehalf = {
  onBehalfOf: 'd7e8f9a0-1b2c-4d3e-9f4a-5b6c7d8e9f10',
  onBehalfOfUserId: '25b03a18-93b4-45c6-91a2-7d8e9fa0b119',
  onBehalfOfEmail: 'clara@beispiel.example',
}
const treasury = '6a1e4f0c-2b7d-4c58-9e3f-0d1c2b3a4f5e'
const buying = '0c9d8e7f-6a5b-4c3d-8e2f-1a0b9c8d7e6f'

const glass = {
  ...decided,
  assurance: 'pin' as const,
  evidence: {
    canonical: '{"v":1,"kind":"break-glass"}',
    challenge: 'bHVZYzJkZTNmNGc1aDZpN2o4azlsMG0xbjJvM3A0cTU',
    deviceId: 'f2ed07e5-6081-4293-8edf-4a5b6c7d8e06',
    publicKey:
      '{"crv":"P-256","kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}',
    signature: 'c2lnbmF0dXJl',
  },
}

export const requestSamples = {
  GlassBroken: {
    stream,
    data: {
      ...glass,
      reason: 'Beide Freigebenden sind krank, Frist heute',
      reasonHash: 'aDVpN2o4azlsMG0xbjJvM3A0cTVyNnM3dDh1OXYwdzE',
      confirmUntil: '2026-03-05T10:00:00.000Z',
    },
  },
  GlassConfirmed: { stream, data: glass },
  RuleApplied: {
    stream,
    data: {
      requestId,
      workspaceId,
      who: { groups: [treasury] },
      count: 2,
      before: 'call-check' as const,
      beforeHours: 24,
      hours: 48,
      declines: 'as-many' as const,
      escalate: { after: 24, at: '2026-03-03T10:00:00.000Z', who: { groups: [treasury] } },
      ruleHash: 'cnVsZS1oYXNoLW9mLWEtc2FtcGxlLTMyLWJ5dGVzLWE',
      shown: {
        when: {
          amountFrom: '10000.00',
          amountTo: '50000.00',
          currency: 'EUR',
          field: { name: 'payee', is: 'Muster GmbH' },
          requesterGroup: buying,
        },
        groups: [{ id: buying, name: 'Buying' }],
      },
    },
  },
  RequestEscalated: { stream, data: { requestId, workspaceId, workspaceRevision: 9 } },
  ApprovalGiven: {
    stream,
    data: {
      ...decided,
      ...onBehalf,
      assurance: 'passkey' as const,
      groups: [treasury],
      evidence: {
        canonical: '{"v":1}',
        challenge: 'bHVZYzJkZTNmNGc1aDZpN2o4azlsMG0xbjJvM3A0cTU',
        deviceId: 'f2ed07e5-6081-4293-8edf-4a5b6c7d8e06',
        publicKey:
          '{"crv":"P-256","kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}',
        signature: 'c2lnbmF0dXJl',
        authenticatorData: 'YXV0aGVudGljYXRvcg',
        clientDataJSON: 'Y2xpZW50RGF0YQ',
        listed: { canonical: '{"v":4}', place: 0 },
      },
    },
  },
  DeclineGiven: {
    stream,
    data: { ...decided, ...onBehalf, assurance: 'session' as const, reason: 'Falscher Betrag' },
  },
  BothWereCalled: { stream, data: { ...disputed, call: 'was-called' as const } },
  ClaimDenied: { stream, data: { ...disputed, call: 'video' as const } },
  FieldsFilled: {
    stream,
    data: {
      requestId,
      workspaceId,
      kindId: '8d3f6f2e-1c5a-4b7e-9a40-5e6f7a8b9c10',
      kindVersion: 2,
      filled: {
        kind: { name: { de: 'Zahlung', en: 'Payment' } },
        fields: [
          {
            name: 'amount',
            label: { de: 'Betrag', en: 'Amount' },
            type: 'amount' as const,
            listed: true,
            value: { value: '10000.00', currency: 'EUR' },
          },
          {
            name: 'received',
            label: { de: 'Eingang', en: 'Received' },
            type: 'choice' as const,
            listed: false,
            value: 'Letter',
            option: { de: 'Brief', en: 'Letter' },
          },
        ],
      },
    },
  },
  RequestParked: {
    stream,
    data: {
      requestId,
      workspaceId,
      workspaceRevision: 9,
      missing: 1,
      groups: ['8b1f7c62-0a94-4d3e-b5c8-27e6d0f9a413'],
      fromTheStart: true as const,
    },
  },
  RequestUnparked: { stream, data: { requestId, workspaceId, workspaceRevision: 12 } },
  EarlierReplaced: {
    stream,
    data: { requestId, workspaceId, replaces: '8b1f7c62-0a94-4d3e-b5c8-27e6d0f9a413' },
  },
  FilesAttached: {
    stream,
    data: {
      requestId,
      workspaceId,
      requesterUserId: userId,
      files: [
        {
          id: '2f6b8a40-5d3c-4e19-9a77-61c0d5e2b309',
          nameHash: 'bmFtZS1oYXNoLW9mLWEtc2FtcGxlLTMyLWJ5dGVzLWE',
          type: 'application/pdf' as const,
          size: 48_213,
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      ],
      names: ['Rechnung 2026-117.pdf'],
    },
  },
} satisfies Record<string, { readonly stream: string; readonly data: object }>
