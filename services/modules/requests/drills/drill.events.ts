import Type from 'typebox'
import { words } from '#contract/common.ts'
import { ASK_KINDS, DRILL_ANSWERS } from '#contract/requests/requests.ts'
import { clear, fact, personal, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `drills-<workspaceId>`: the drills of a workspace, one after the other. None of them is a request: nothing here has a challenge,
 * a number or a signature, and nothing that reads requests knows it.
 */

const id = clear('id')
const ids = { drillId: id, workspaceId: id }
/** One of the people who got the drill. */
const question = { drillId: id, questionId: id, userId: id }

export const drillEvents = {
  /** The admin who sends a drill is who asks in it. `DrillAsked` follows in the same append, for each person. */
  DrillSent: fact(
    1,
    Type.Object({
      ...ids,
      participantId: id,
      userId: id,
      asks: words(ASK_KINDS),
      title: personal(Type.String(), { workspace: 'workspaceId' }),
      /** How many people. */
      asked: Type.Integer(),
      /** Whether the workspace showed the answer of each person when this was sent. */
      byPerson: Type.Boolean(),
      expiresAt: clear('time'),
      workspaceRevision: Type.Integer(),
    }),
  ),
  DrillAsked: fact(1, Type.Object({ ...question, workspaceId: id, participantId: id })),
  /** This and the next are facts of the person, and not of the workspace: its audit log shows neither, and no admin is notified of them. */
  DrillAnswered: fact(1, Type.Object({ ...question, answer: words(DRILL_ANSWERS) })),
  /** A real call check asks this person, so the drill is over for them and counts for nothing. */
  DrillOvertaken: fact(1, Type.Object(question)),
  DrillEnded: fact(1, Type.Object(ids)),
} as const

export type DrillEvent = EventOf<typeof drillEvents>
export const drillStream = (workspaceId: string): string => `drills-${workspaceId}`
