import { endOf, subscriptionOf } from '#contract/workspaces/subscription.ts'
import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import {
  mailKind,
  type FactOf,
  type Mail,
  type MailKind,
  type MailServices,
  type Prepared,
  type Streams,
} from '#modules/mails/mail-kind.ts'
import { isTrialsEnd } from './subscription.decider.ts'
import { endedMail, reminderMail, startedMail, type SubscriptionMail } from './subscription.mails.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isActiveAdmin,
  joined,
  workspaceFold,
  type KnownWorkspace,
} from '#modules/workspaces/workspace.state.ts'

type Told = FactOf<'TrialEnded' | 'SubscriptionStarted' | 'SubscriptionEnded' | 'PaymentReminderIssued'>

/** Stands for whoever bills go to, as a recipient. */
const BILLS = ''

/** The admins, and whoever bills go to, who may be one of them: each once. */
const recipients = async ({ data, revision }: Told, commands: Streams): Promise<readonly string[]> => {
  const workspace = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision)
  if (workspace.kind === 'none') return []
  const { billingAddressHash } = workspace
  const admins = joined(workspace).filter(isActiveAdmin)
  const isExtra =
    billingAddressHash !== null && !admins.some(({ addressHash }) => addressHash === billingAddressHash)
  return [...admins.map(({ userId }) => userId), ...(isExtra ? [BILLS] : [])]
}

/** Where it goes, and in which language; whoever bills go to has no account that we know of, and gets that of an admin. */
const addressed = async (
  recipient: string,
  billingUser: string | null,
  { state, db }: Pick<MailServices, 'db'> & { readonly state: KnownWorkspace },
) => {
  const userId = recipient === BILLS ? joined(state).find(isActiveAdmin)?.userId : recipient
  const user = userId === undefined ? undefined : await userById(db, userId)
  if (recipient === BILLS) return { to: billingUser, language: user?.language ?? ('de' as const) }
  if (!user) throw new Error('the read models have not reached the fact')
  return { to: user.email, language: user.language }
}

type Kind<T extends Told> = {
  /** Why nobody needs it any more; undefined while somebody does. */
  overtaken(data: T['data'], state: KnownWorkspace, now: Date): string | undefined
  mail(mailed: SubscriptionMail, data: T['data'], state: KnownWorkspace): Mail
}

const prepareAs =
  <T extends Told>({ overtaken, mail }: Kind<T>) =>
  async ({ data, metadata }: T, recipient: string, services: MailServices): Promise<Prepared> => {
    const { commands, db, baseUrl } = services
    const { workspaceId } = data
    const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
    if (state.kind !== 'open') return { drop: 'the workspace is closed' }
    // Whoever sends may have a clock that is behind those by which it was told.
    const now = new Date(Math.max(services.now.getTime(), Date.parse(metadata.at)))
    const drop = overtaken(data, state, now)
    if (drop !== undefined) return { drop }
    const workspace = await workspaceById(db, workspaceId, now)
    if (!workspace) throw new Error('the read models have not reached the fact')
    const { to, language } = await addressed(recipient, workspace.billingUser, { state, db })
    if (to === null || workspace.name === null) return { drop: 'address or workspace were erased' }
    const mailed = {
      language,
      workspaceName: workspace.name,
      timezone: workspace.timezone,
      url: recipient === BILLS ? null : `${baseUrl}/workspace/${workspaceId}?tab=settings`,
      day: data.endsOn,
    }
    return { to, mail: mail(mailed, data, state) }
  }

const common = { readModels: ['workspaces', 'users'], recipients } as const

const ended = (kind: 'trial' | 'subscription') =>
  prepareAs<FactOf<'TrialEnded'> | FactOf<'SubscriptionEnded'>>({
    overtaken: ({ endsOn }, state, now) =>
      subscriptionOf(state, now) !== 'inactive' || state.toldEndOf !== endsOn
        ? 'it goes on, or ended on another day'
        : undefined,
    mail: (mailed) => endedMail(mailed, kind),
  })

/** The mails about what time brings to a subscription. */
export const subscriptionMails: readonly MailKind[] = [
  mailKind({
    purpose: 'workspace.trial-ended',
    on: 'TrialEnded',
    ...common,
    prepare: ended('trial'),
  }),
  mailKind({
    purpose: 'workspace.subscription-ended',
    on: 'SubscriptionEnded',
    ...common,
    prepare: ended('subscription'),
  }),
  mailKind({
    purpose: 'workspace.subscription-started',
    on: 'SubscriptionStarted',
    ...common,
    prepare: prepareAs<FactOf<'SubscriptionStarted'>>({
      overtaken: (_data, state, now) =>
        subscriptionOf(state, now) === 'premium' ? undefined : 'it has ended',
      mail: (mailed, { startsOn }) => startedMail(mailed, startsOn),
    }),
  }),
  mailKind({
    purpose: 'workspace.payment-reminder',
    on: 'PaymentReminderIssued',
    ...common,
    prepare: prepareAs<FactOf<'PaymentReminderIssued'>>({
      overtaken: ({ endsOn }, state, now) =>
        endOf(state, now) === endsOn ? undefined : 'it has ended, or ends on another day',
      mail: (mailed, { endsOn }, state) =>
        reminderMail(mailed, isTrialsEnd(state, endsOn) ? 'trial' : 'subscription'),
    }),
  }),
]
