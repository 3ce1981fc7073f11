import { randomUUID } from 'node:crypto'
import type { NewEvent } from '#platform/event-store/event-store.ts'

/** Creates an event of typical size: 200 bytes of data, 300 of metadata. */
export const benchEvent = (): NewEvent => ({
  id: randomUUID(),
  type: 'RequestApproved',
  data: { requestId: randomUUID(), approverId: randomUUID(), method: 'pin', note: 'x'.repeat(70) },
  metadata: {
    fingerprint: randomUUID(),
    commandId: randomUUID(),
    correlationId: randomUUID(),
    actor: randomUUID(),
    at: '2026-01-01T00:00:00.000Z',
    hash: 'a'.repeat(64),
  },
})
