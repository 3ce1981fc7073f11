/** Bernd is asked in a drill that Anna sends: see `samples.ts`. */

const workspaceId = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'
const drillId = '8c1b6e0f-4d27-4a93-b5f0-2e9d7c6a1b18'
const drilled = {
  drillId,
  questionId: '1f7d0c52-9a3e-4b68-8c14-6d5e4f3a2b19',
  userId: '14af2907-82a3-44b5-80f1-6c7d8e9fa008',
}
const stream = `drills-${workspaceId}`

export const drillSamples = {
  DrillSent: {
    stream,
    data: {
      drillId,
      workspaceId,
      participantId: 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02',
      userId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
      asks: 'payment',
      title: '48.200 € an Müller GmbH überweisen',
      asked: 12,
      byPerson: false,
      expiresAt: '2026-03-02T10:15:00.000Z',
      workspaceRevision: 4,
    },
  },
  DrillAsked: {
    stream,
    data: { ...drilled, workspaceId, participantId: 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03' },
  },
  DrillAnswered: { stream, data: { ...drilled, answer: 'not-talking' } },
  DrillOvertaken: { stream, data: drilled },
  DrillEnded: { stream, data: { drillId, workspaceId } },
} as const
