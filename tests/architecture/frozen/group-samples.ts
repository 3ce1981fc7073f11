/** A group with Anna and Bernd: see `samples.ts`. */

const workspaceId = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'
const groupId = '7b0d4c1e-5a2f-4e8b-9c3d-1f2e3d4c5b6a'
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
}
