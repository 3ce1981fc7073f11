import { randomUUID } from 'node:crypto'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Due } from '#platform/effects/due.ts'
import type { Platform } from '#platform/platform.ts'
import { waitingDigests, type WaitingDigest } from '#projections/users/digest-queries.ts'
import { digestDecider } from './digest.decider.ts'

/** One fact, and so one mail, for each digest that is due or no longer wanted later. */
export const dueDigests = ({ commands, db }: Pick<Platform, 'commands' | 'db'>): Due<WaitingDigest> => ({
  name: 'digests',
  next: (now, page) => waitingDigests(db, now, page),
  act: ({ stream, isWanted }, now) =>
    commands.execute({
      decider: digestDecider,
      stream,
      workspaceId: null,
      context: bySystem(randomUUID(), now),
      command: { type: 'SendDue', isWanted, now },
    }),
})
