/** Anna and Bernd, whose call checks are locked and unlocked: see `samples.ts`. */

const workspaceId = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'
const requestId = 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04'
const anna = {
  participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
  userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
}
const lockedPair = {
  requestId,
  workspaceId,
  requesterId: anna.participantId,
  requesterUserId: anna.userId,
  requesterEmail: 'anna.muster@beispiel.example',
  approverId: 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03',
  approverUserId: '14af2907-82a3-44b5-80f1-6c7d8e9fa008',
  approverEmail: 'bernd@beispiel.example',
}

export const pairSamples = {
  PairLocked: {
    stream: `pair-${requestId}`,
    data: { ...lockedPair, workspaceRevision: 4 },
  },
  PairUnlocked: {
    stream: `pair-${requestId}`,
    data: { ...lockedPair, ...anna, at: '2026-03-02T10:15:00.000Z', workspaceRevision: 4 },
  },
} as const
