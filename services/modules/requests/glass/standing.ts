import type { Platform } from '#platform/platform.ts'
import { eligibleApprovers, isRequesterAvailable } from '#modules/requests/participants.ts'
import { standInsFor } from '#modules/requests/deputies/stand-ins.ts'
import type { LoadedRequest } from '#modules/requests/request-commands.ts'
import { hasRule } from '#modules/requests/rules/by-rule.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  joined,
  workspaceFold,
  type Joined,
  type WorkspaceState,
} from '#modules/workspaces/workspace.state.ts'
import type { GlassStanding } from './glass.decider.ts'

const isConfirmer = ({ active, approver, role }: Joined): boolean => active && (approver || role === 'admin')

/** Whether the caller may confirm a broken glass: an active admin or approver. */
export const mayConfirm = ({ workspace, by }: Pick<LoadedRequest, 'workspace' | 'by'>): boolean =>
  joined(workspace).some((member) => member.userId === by.userId && isConfirmer(member))

/** User ids of those who are away from now on until then. */
const awayUntil = (workspace: WorkspaceState, now: Date, until: Date): ReadonlySet<string> =>
  new Set(
    joined(workspace).flatMap(({ absence, userId }) =>
      absence !== null && new Date(absence.from) <= now && new Date(absence.until) >= until ? userId : [],
    ),
  )

/**
 * What decides whether the glass may be broken. An absence counts if it stood when the request was made and stands now: an admin who
 * sets one afterwards gets nowhere with it. Somebody for whom a deputy stands in counts as here.
 */
export const createStandings =
  ({ commands }: Pick<Platform, 'commands'>) =>
  async ({ state, workspace, by, created }: LoadedRequest): Promise<GlassStanding> => {
    const { workspaceId, workspaceRevision, requesterUserId, expiresAt } = state
    const before = await commands.loadAt(workspaceFold, workspaceStream(workspaceId), workspaceRevision)
    const known = awayUntil(before, by.at, expiresAt)
    const still = awayUntil(workspace, by.at, expiresAt)
    const deputised = new Set(standInsFor(workspace, state, by.at).map(({ absent }) => absent.userId))
    const people = hasRule(state)
      ? by.people
      : eligibleApprovers(workspace, state).map(({ participantId, userId }) => ({
          participantId,
          userId,
          groups: [],
        }))
    return {
      isAllowed: workspace.kind === 'open' && workspace.breakGlass,
      requesterIsAvailable: isRequesterAvailable(workspace, state),
      canBeConfirmed: joined(workspace).some(
        (member) => isConfirmer(member) && ![requesterUserId, by.userId].includes(member.userId),
      ),
      people,
      standIns: by.standIns,
      here: people.filter(({ userId }) => !(known.has(userId) && still.has(userId)) || deputised.has(userId)),
      createdAt: new Date((await created()).metadata.at),
    }
  }
