import { endOf, subscriptionOf } from '#contract/workspaces/subscription/subscription.ts'
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
import { isTrialEnd } from './subscription.decider.ts'
import { endedMail, reminderMail, startedMail, type SubscriptionMail } from './subscription.mails.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isActiveAdmin,
  joined,
  workspaceFold,
  type KnownWorkspace,
} from '#modules/workspaces/workspace.state.ts'

type SubscriptionFact = FactOf<
  'TrialEnded' | 'SubscriptionStarted' | 'SubscriptionEnded' | 'PaymentReminderIssued'
>

/** Stands for the recipient of bills, who may have no account. The empty string is part of stored effect ids. */
const BILLING = ''

/** The active admins, and the recipient of bills unless they are one of them. */
const recipients = async (
  { data, revision }: SubscriptionFact,
  commands: Streams,
): Promise<readonly string[]> => {
  const workspace = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision)
  if (workspace.kind === 'none') return []
  const { billingAddressHash } = workspace
  const admins = joined(workspace).filter(isActiveAdmin)
  const addBilling =
    billingAddressHash !== null && !admins.some(({ addressHash }) => addressHash === billingAddressHash)
  return [...admins.map(({ userId }) => userId), ...(addBilling ? [BILLING] : [])]
}

/** Address and language of a recipient. The recipient of bills gets the language of an admin. */
const addressOf = async (
  recipient: string,
  billingUser: string | null,
  { state, db }: Pick<MailServices, 'db'> & { readonly state: KnownWorkspace },
) => {
  const userId = recipient === BILLING ? joined(state).find(isActiveAdmin)?.userId : recipient
  const user = userId === undefined ? undefined : await userById(db, userId)
  if (recipient === BILLING) return { to: billingUser, language: user?.language ?? ('de' as const) }
  if (!user) throw new Error('the read models have not reached the event')
  return { to: user.email, language: user.language }
}

type Kind<T extends SubscriptionFact> = {
  /** The reason to drop the mail; undefined: send it. */
  dropReason(data: T['data'], state: KnownWorkspace, now: Date): string | undefined
  mail(mailed: SubscriptionMail, data: T['data'], state: KnownWorkspace): Mail
}

const prepareAs =
  <T extends SubscriptionFact>({ dropReason, mail }: Kind<T>) =>
  async ({ data, metadata }: T, recipient: string, services: MailServices): Promise<Prepared> => {
    const { commands, db, baseUrl } = services
    const { workspaceId } = data
    const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
    if (state.kind !== 'open') return { drop: 'the workspace is closed' }
    // This process's clock may be behind the one that recorded the event.
    const now = new Date(Math.max(services.now.getTime(), Date.parse(metadata.at)))
    const drop = dropReason(data, state, now)
    if (drop !== undefined) return { drop }
    const workspace = await workspaceById(db, workspaceId, now)
    if (!workspace) throw new Error('the read models have not reached the event')
    const { to, language } = await addressOf(recipient, workspace.billingUser, { state, db })
    if (to === null || workspace.name === null) return { drop: 'address or workspace were erased' }
    const mailed = {
      language,
      workspaceName: workspace.name,
      timezone: workspace.timezone,
      url: recipient === BILLING ? null : `${baseUrl}/workspace/${workspaceId}?tab=settings`,
      day: data.endsOn,
    }
    return { to, mail: mail(mailed, data, state) }
  }

const common = { readModels: ['workspaces', 'users'], recipients } as const

const ended = (kind: 'trial' | 'subscription') =>
  prepareAs<FactOf<'TrialEnded'> | FactOf<'SubscriptionEnded'>>({
    dropReason: ({ endsOn }, state, now) =>
      subscriptionOf(state, now) !== 'inactive' || state.recordedEnd !== endsOn
        ? 'it goes on, or ended on another day'
        : undefined,
    mail: (mailed) => endedMail(mailed, kind),
  })

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
      dropReason: (_data, state, now) =>
        subscriptionOf(state, now) === 'premium' ? undefined : 'it has ended',
      mail: (mailed, { startsOn }) => startedMail(mailed, startsOn),
    }),
  }),
  mailKind({
    purpose: 'workspace.payment-reminder',
    on: 'PaymentReminderIssued',
    ...common,
    prepare: prepareAs<FactOf<'PaymentReminderIssued'>>({
      dropReason: ({ endsOn }, state, now) =>
        endOf(state, now) === endsOn ? undefined : 'it has ended, or ends on another day',
      mail: (mailed, { endsOn }, state) =>
        reminderMail(mailed, isTrialEnd(state, endsOn) ? 'trial' : 'subscription'),
    }),
  }),
]
