/** A group with Anna and Bernd, who deputizes for her: see `samples.ts`. */

const workspaceId = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'
const groupId = '7b0d4c1e-5a2f-4e8b-9c3d-1f2e3d4c5b6a'
const anna = {
  participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
  userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
}
const looks = ['g1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m5']

export const groupSamples = {
  GroupWritten: {
    stream: `workspace-${workspaceId}`,
    data: {
      workspaceId,
      groupId,
      name: 'Treasury',
      looks,
      participantIds: ['b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02', 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03'],
    },
  },
  GroupRemoved: { stream: `workspace-${workspaceId}`, data: { workspaceId, groupId } },
  AbsenceSet: {
    stream: `workspace-${workspaceId}`,
    data: {
      workspaceId,
      ...anna,
      from: '2026-03-09T08:00:00.000Z',
      until: '2026-03-20T17:00:00.000Z',
      deputyId: 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03',
      deputyUserId: '14af2907-82a3-44b5-80f1-6c7d8e9fa008',
      deputyEmail: 'bernd@beispiel.example',
      secondId: '4f1c8a92-6b3d-4e7a-8c5f-2d9e0b1a3c47',
      secondUserId: '9d2b7e14-5c8f-4a36-b1e0-7f3c6a5d8e20',
      secondEmail: 'clara@beispiel.example',
    },
  },
  AbsenceEnded: { stream: `workspace-${workspaceId}`, data: { workspaceId, ...anna } },
}
