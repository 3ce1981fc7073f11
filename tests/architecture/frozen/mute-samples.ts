/** Anna takes no approvals from Bernd for a day, and takes them again: see `samples.ts`. */

const ofWorkspace = 'workspace-3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'
const ids = {
  workspaceId: '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01',
  participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
  userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
  requesterId: 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03',
}

export const muteSamples = {
  ApprovalsMuted: { stream: ofWorkspace, data: { ...ids, until: '2026-03-03T10:00:00.000Z' } },
  ApprovalsUnmuted: { stream: ofWorkspace, data: ids },
} as const
