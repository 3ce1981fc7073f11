import { randomUUID } from 'node:crypto'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import {
  invitationTokens,
  storeInvitationTokens,
} from '#modules/workspaces/invitations/invitation-token.store.ts'
import { workspaceDecider, type WorkspaceCommand } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { memberOfUser, workspaceFold, type Account, type Grant } from '#modules/workspaces/workspace.state.ts'
import type { Platform } from '#platform/platform.ts'
import type { Accounts } from './accounts.ts'
import { SYSTEM, type Act } from './act.ts'
import type { Person } from './people.ts'
import { minutesLater } from './work-days.ts'

type Parts = {
  readonly platform: Pick<Platform, 'commands' | 'config' | 'db' | 'rowMacs'>
  readonly act: Act
  readonly accounts: Accounts
}
type Described = { readonly name: string; readonly description: string; readonly timezone: string }

const accountOf = ({ userId, email, addressHash }: Person): Account => ({ userId, email, addressHash })

/** One workspace of the demo, with what its people do to it. Every method executes one real command. */
export const createDemoWorkspace = ({ platform, act, accounts }: Parts, described: Described) => {
  const { commands, config } = platform
  const workspaceId = randomUUID()
  const stream = workspaceStream(workspaceId)
  const participantIds = new Map<Person, string>()
  const invitationIds = new Map<Person, string>()

  const idIn = (ids: Map<Person, string>, person: Person): string => {
    const id = ids.get(person) ?? randomUUID()
    ids.set(person, id)
    return id
  }
  const participantIdOf = (person: Person) => idIn(participantIds, person)
  const load = () => commands.load(workspaceFold, stream)

  const command = async (by: Person, at: Date, made: WorkspaceCommand, role?: string): Promise<void> => {
    const { state } = await load()
    await act({
      decider: workspaceDecider,
      stream,
      workspaceId,
      actor: { kind: 'user', userId: by.userId, role: role ?? memberOfUser(state, by.userId)?.role ?? null },
      client: by.desk,
      at,
      command: made,
      beforeAppend: (events) => storeInvitationTokens(platform, events),
    })
  }

  return {
    workspaceId,
    load,
    participantIdOf,
    command,
    async create(founder: Person, at: Date): Promise<void> {
      const { timezone } = described
      const trialStartsOn = dateIn(timezone, at)
      await command(
        founder,
        at,
        {
          type: 'CreateWorkspace',
          workspaceId,
          participantId: participantIdOf(founder),
          ...described,
          trialStartsOn,
          trialEndsOn: addDays(trialStartsOn, config.TRIAL_DAYS),
          creator: accountOf(founder),
        },
        'admin',
      )
    },
    async invite(by: Person, invitee: Person, at: Date, grant: Grant): Promise<void> {
      const participantId = participantIdOf(invitee)
      const invitationId = idIn(invitationIds, invitee)
      const { email, addressHash, language } = invitee
      await command(by, at, {
        type: 'InviteParticipant',
        ...grant,
        participantId,
        invitationId,
        email,
        addressHash,
        invitedBy: by.userId,
        language,
        now: at,
      })
    },
    async join(invitee: Person, at: Date, { role }: Grant): Promise<void> {
      await accounts.signUpInvited(invitee, at, role)
      const invitationId = idIn(invitationIds, invitee)
      // Once the phone is set up.
      const now = minutesLater(at, 2)
      const joining = { type: 'AcceptInvitation', ...accountOf(invitee), invitationId, now } as const
      await command(invitee, now, joining, role)
      await invitationTokens(platform).markUsed(invitationId, now)
    },
    /** Records what has become due by then: expired invitations, and turns of the subscription. */
    recordDeadlines: (at: Date): Promise<unknown> =>
      act({
        decider: workspaceDecider,
        stream,
        workspaceId,
        actor: SYSTEM,
        client: null,
        at,
        command: { type: 'RecordDeadlines', now: at },
      }),
  }
}
export type DemoWorkspace = ReturnType<typeof createDemoWorkspace>
