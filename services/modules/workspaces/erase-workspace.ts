import { Rejected } from '#contract/errors.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { actOnDue, type Due } from '#platform/effects/due.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { forgetMailsAbout } from '#platform/mail/mailbox.ts'
import type { Platform } from '#platform/platform.ts'
import { participantsWithDevices } from '#projections/audit/queries.ts'
import { requestStreamsIn } from '#projections/requests/queries.ts'
import { dueErasures } from '#projections/workspaces/due-queries.ts'
import { forgetViewsIn } from '#modules/workspaces/history/history-view.store.ts'
import { forgetNote } from '#modules/workspaces/operator/note.store.ts'
import { participantDeviceStream } from '#modules/workspaces/participants/participant-device.events.ts'
import { workspaceDecider } from './workspace.decider.ts'
import { workspaceStream } from './workspace.events.ts'
import { workspaceFold } from './workspace.state.ts'

/**
 * Records that the keys of a workspace are destroyed, which makes read models forget it, and deletes its mails in the local mailbox, the
 * saved views of its log, and the note about it.
 */
export const recordWorkspaceErased = async (
  { commands, clock, db }: Pick<Platform, 'commands' | 'clock' | 'db'>,
  workspaceId: string,
): Promise<void> => {
  const requests = await requestStreamsIn(db, workspaceId)
  const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
  const members = state.kind === 'none' ? [] : [...state.members.keys()]
  const former = await participantsWithDevices(db, workspaceId)
  const devices = [...new Set([...members, ...former])].map(participantDeviceStream)
  await forgetNote(db, workspaceId)
  await forgetMailsAbout(db, { streams: [workspaceStream(workspaceId), ...requests, ...devices] })
  await forgetViewsIn(db, workspaceId)
  await commands.execute({
    decider: workspaceDecider,
    stream: workspaceStream(workspaceId),
    workspaceId,
    context: bySystem(derivedId('erase', workspaceId), clock.now()),
    command: { type: 'EraseWorkspace' },
  })
}

/**
 * Destroys the keys of a closed workspace, so that its sealed data is unreadable for good, and records it. Takes seconds, so
 * run it outside of HTTP requests. Idempotent. Throws `workspace.open`, and an error if there is no erasure ledger.
 */
export const eraseWorkspace = async (
  platform: Pick<Platform, 'commands' | 'clock' | 'db' | 'erasures'>,
  workspaceId: string,
): Promise<void> => {
  const { commands, erasures } = platform
  const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
  if (state.kind === 'none' || state.kind === 'erased') return
  if (state.kind === 'open') throw new Rejected('workspace.open')
  await erasures.erase({ workspaceId })
  await recordWorkspaceErased(platform, workspaceId)
}

/**
 * Erases closed workspaces whose retention period is over, at most 39 in a run, which takes seconds. Runs periodically, and the next
 * run continues: deadlines must not wait for all of them.
 */
export const eraseDueWorkspaces = async (
  platform: Pick<Platform, 'agreedTime' | 'commands' | 'clock' | 'db' | 'erasures' | 'log'>,
  signal?: AbortSignal,
): Promise<void> => {
  const { agreedTime, db, log } = platform
  const closed: Due<string> = {
    name: 'closed workspaces',
    next: (now, page) => dueErasures(db, now, page),
    act: (workspaceId) => eraseWorkspace(platform, workspaceId),
  }
  await actOnDue(closed, { now: await agreedTime(), log, signal, isSlow: true })
}
