import { Rejected } from '#contract/errors.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { actOnDue, type Due } from '#platform/effects/due.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { forgetMailsAbout } from '#platform/mail/mailbox.ts'
import type { Platform } from '#platform/platform.ts'
import { requestStreamsIn } from '#projections/requests/queries.ts'
import { dueErasures } from '#projections/workspaces/due-queries.ts'
import { workspaceDecider } from './workspace.decider.ts'
import { workspaceStream } from './workspace.events.ts'
import { workspaceFold } from './workspace.state.ts'

/** Says as a fact that the keys of a workspace are destroyed, by which read models forget; the local mailbox forgets with them. */
export const sayWorkspaceErased = async (
  { commands, clock, db }: Pick<Platform, 'commands' | 'clock' | 'db'>,
  workspaceId: string,
): Promise<void> => {
  const requests = await requestStreamsIn(db, workspaceId)
  await forgetMailsAbout(db, { streams: [workspaceStream(workspaceId), ...requests] })
  await commands.execute({
    decider: workspaceDecider,
    stream: workspaceStream(workspaceId),
    workspaceId,
    context: bySystem(derivedId('erase', workspaceId), clock.now()),
    command: { type: 'EraseWorkspace' },
  })
}

/**
 * Makes everything that was sealed in a closed workspace unreadable for ever, and forgets what shows it. Takes
 * seconds, so it is no part of a request; may be repeated. Throws `workspace.open`; and without a ledger of erasures.
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
  await sayWorkspaceErased(platform, workspaceId)
}

/** The same for every workspace whose time since it was closed is over; to be repeated. */
export const eraseDue = async (
  platform: Pick<Platform, 'agreedTime' | 'commands' | 'clock' | 'db' | 'erasures' | 'log'>,
  signal?: AbortSignal,
): Promise<void> => {
  const { agreedTime, db, log } = platform
  const closed: Due<string> = {
    name: 'closed workspaces',
    next: (now, page) => dueErasures(db, now, page),
    act: (workspaceId) => eraseWorkspace(platform, workspaceId),
  }
  await actOnDue(closed, { now: await agreedTime(), log, signal })
}
