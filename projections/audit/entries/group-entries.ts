import type { AbsenceEvent } from '#modules/workspaces/absence/absence.events.ts'
import type { GroupEvent } from '#modules/workspaces/groups/group.events.ts'
import type { Described } from '../described.ts'

type Audited = AbsenceEvent | GroupEvent
type Descriptions = {
  readonly [K in Audited['type']]: (data: Extract<Audited, { type: K }>['data']) => Described
}

/** The audit entries of groups and absences. */
export const groupDescriptions: Descriptions = {
  GroupWritten: (data): Described => ({
    action: 'group.written',
    target: { kind: 'group', id: data.groupId, label: data.name },
    fields: { name: data.name, members: data.participantIds.length },
  }),
  AbsenceSet: (data): Described => ({
    action: 'participant.absence-set',
    target: { kind: 'participant', id: data.participantId },
    fields: {
      absentFrom: data.from,
      absentUntil: data.until,
      deputy: data.deputyEmail ?? null,
      secondDeputy: data.secondEmail ?? null,
    },
  }),
  AbsenceEnded: (data): Described => ({
    action: 'participant.absence-ended',
    target: { kind: 'participant', id: data.participantId },
    fields: { absentFrom: null, absentUntil: null, deputy: null, secondDeputy: null },
  }),
  GroupRemoved: (data): Described => ({
    action: 'group.removed',
    target: { kind: 'group', id: data.groupId },
    outcome: 'closed',
  }),
}
