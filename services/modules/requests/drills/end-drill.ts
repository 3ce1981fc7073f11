import { bySystem } from '#platform/commands/execute-command.ts'
import type { Due } from '#platform/effects/due.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { dueDrills, type DueDrill } from '#projections/requests/drill-queries.ts'
import { drillDecider } from './drill.decider.ts'
import { drillStream } from './drill.events.ts'

export const expiringDrills = ({ commands, db }: Pick<Platform, 'commands' | 'db'>): Due<DueDrill> => ({
  name: 'drills',
  next: (now, page) => dueDrills(db, now, page),
  act: ({ id: drillId, workspaceId }, at) =>
    commands.execute({
      decider: drillDecider,
      stream: drillStream(workspaceId),
      workspaceId,
      context: bySystem(derivedId('end-drill', drillId), at),
      command: { type: 'EndDrill', drillId, at },
    }),
})
