import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/** Stream `operator-<userId>`: what a super admin does that concerns no single workspace. */

export const operatorEvents = {
  /** An export of the list of workspaces was started, with this number of them. */
  WorkspacesExported: fact(1, Type.Object({ userId: clear('id'), workspaces: Type.Integer() })),
} as const

export type OperatorEvent = EventOf<typeof operatorEvents>
export const operatorStream = (userId: string): string => `operator-${userId}`
