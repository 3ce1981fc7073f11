import type { drillEvents } from '#modules/requests/drills/drill.events.ts'
import type { EventOf } from '#platform/facts/facts.ts'
import type { Described } from '../described.ts'

type DataOf<T> = Extract<EventOf<typeof drillEvents>, { type: T }>['data']

const drill = (data: { drillId: string; title?: string | null }): Described['target'] => ({
  kind: 'drill',
  id: data.drillId,
  ...(data.title !== undefined && { label: data.title }),
})

/** The audit entries of drills. */
export const drillEntries = {
  DrillSent: (data: DataOf<'DrillSent'>): Described => ({
    action: 'drill.sent',
    target: drill(data),
    fields: {
      asks: data.asks,
      asked: data.asked,
      drillResultsByPerson: data.byPerson,
      expiresAt: data.expiresAt,
    },
  }),
  DrillAsked: (data: DataOf<'DrillAsked'>): Described => ({
    action: 'drill.asked',
    target: { kind: 'participant', id: data.participantId },
  }),
  DrillEnded: (data: DataOf<'DrillEnded'>): Described => ({
    action: 'drill.ended',
    target: drill(data),
    outcome: 'closed',
  }),
} as const
