import { randomUUID } from 'node:crypto'
import type { Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import type { ActivityPeriod } from '#contract/workspaces/subscription/periods.ts'
import { claimsOf } from './access-cast.ts'
import { workspaceDecider, type WorkspaceCommand } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold, type KnownWorkspace } from '#modules/workspaces/workspace.state.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { newAuthenticator } from '../product/authenticator.ts'
import { newDevice } from '../product/device.ts'
import { addressOf, type ContractEndpoint, type Declared, type Operation } from './endpoints.ts'
import { REASON } from '../workspaces/glass.ts'
import { goodKind } from './good-kind.ts'
import { awayOn } from './away-on.ts'
import { contact } from './contact.ts'
import { PIN } from '../product/requests.ts'
import { anything, posted, proof, type Given } from './good-proof.ts'
import { SMALL_FILE } from './small-file.ts'

type Made<T> = (given: Given) => T | Promise<T>
type Needed<K extends string, T> = [T] extends [undefined] ? object : { readonly [part in K]: Made<T> }
type AskedFor<T> = [T] extends [undefined]
  ? object
  : object extends T
    ? { readonly query?: Made<T> }
    : { readonly query: Made<T> }

/** What one call of an operation says, so that nothing in it is refused for how it is said. */
type GoodCall<E extends Endpoint> = Needed<'params', Params<E>> &
  Needed<'body', Body<E>> &
  AskedFor<Query<E>> &
  (E extends { readonly takesFile: true } ? { readonly body: Made<string> } : object) & {
    /**
     * Its success uses up what the ids stand for: the next call finds other things. `own`: only the caller's session or
     * membership, and no other caller's. `sessions`: also those of the same person elsewhere.
     */
    readonly spends?: true | 'own' | 'sessions'
  }

const nobody = () => `${randomUUID()}@example.com`

/** Of an authenticator that nobody knows. */
const assertion = ({ product }: Given) =>
  newAuthenticator(product.platform.config.PUBLIC_BASE_URL).get(anything.challenge)

const ofWorkspace = ({ ids }: Given) => ({ id: ids.workspace })
const inWorkspace = ({ ids }: Given) => ({ workspaceId: ids.workspace })
const ofRequest = ({ ids }: Given) => ({ id: ids.request })
const ofChange = ({ ids }: Given) => ({ id: ids.change })
const ofApprover = ({ ids }: Given) => ({ participantId: ids.approver })
const ofInvitee = ({ ids }: Given) => ({ participantId: ids.invitee })
const ofBuild = ({ ids }: Given) => ({ name: ids.build })

const newPassword = ({ ids }: Given) => ({
  verificationUuid: ids.invitation.replaceAll('-', ''),
  password: 'correct horse',
  confirm: 'correct horse',
})

const registration = async (given: Given, device: Awaited<ReturnType<typeof newDevice>>) => {
  const { challenge } = await posted(given, '/users/register-device-options', { kind: 'pin' })
  return {
    ...(await device.registration(challenge ?? anything.challenge)),
    name: 'Phone',
    pin: PIN,
  }
}

/** A period of the workspace that has not been ended; made up for callers who may add none. */
const newPeriod = async ({ product, token, ids }: Given): Promise<string> => {
  await product.call('PATCH', `/workspaces/add-eternal-activity/${ids.workspace}`, { token, body: {} })
  const path = `/workspaces/workspace-with-participants/list?q=${ids.workspace}`
  const { body } = await product.call('GET', path, { token })
  return body[0]?.periods.find(({ reason }: ActivityPeriod) => reason === null).id ?? randomUUID()
}

/** Prepares the open workspace with these commands if a super admin calls. */
const forOperator = async (
  { product: { platform }, token, ids: { workspace } }: Given,
  commandsIn: (state: KnownWorkspace) => readonly WorkspaceCommand[],
): Promise<void> => {
  const { state } = await platform.commands.load(workspaceFold, workspaceStream(workspace))
  const isOperator = token !== undefined && claimsOf(token)['role'] === 'super admin'
  if (!isOperator || state.kind !== 'open') return
  for (const command of commandsIn(state))
    await platform.commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspace),
      workspaceId: workspace,
      context: bySystem(randomUUID(), platform.clock.now()),
      command,
    })
}

/** The workspace, protecting its people if a super admin calls, without a lifting that waits. */
const liftable = async (given: Given) => {
  await forOperator(given, () => [
    { type: 'ChangeSettings', peopleProtected: true, by: 'operator' },
    { type: 'WithdrawLift' },
  ])
  return ofWorkspace(given)
}

/** Not over anywhere on earth. */
const soon = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
/** A requested offer that nobody has answered; made up for callers who may answer none. */
const newOffer = async (given: Given): Promise<string> => {
  const offerId = randomUUID()
  const details = { ...contact, offerId, months: 12, seats: 10, startDate: soon() } as const
  const now = given.product.clock.now()
  await forOperator(given, ({ byUser }) =>
    [...byUser.keys()]
      .slice(0, 1)
      .map((userId) => ({ type: 'RequestOffer', offer: { ...details, userId }, now }) as const),
  )
  return offerId
}

/**
 * A good call of every operation: those who try them all (who may, what is malformed, what people type, at random)
 * take it from here. An endpoint without a line does not compile.
 */
const goodCalls: { readonly [E in Declared as E['operation']]: GoodCall<E> } = {
  'auth.login': { body: () => ({ email: nobody(), password: 'wrong horse' }) },
  'auth.verify-google': { body: () => ({ access_token: 'ya29.made-up' }) },
  'auth.verify-microsoft': { body: () => ({ access_token: 'made.up.token' }) },
  'auth.signup': { body: () => ({ email: nobody(), password: 'correct horse' }) },
  'auth.verify-email': {
    params: ({ ids }) => ({ verificationToken: ids.invitation.replaceAll('-', '') }),
    body: () => ({ password: 'correct horse' }),
  },
  'auth.initiate-verification': { body: () => ({ email: nobody() }) },
  'auth.options': {},
  'auth.access-code': { body: () => ({ code: 'open sesame' }) },
  'workspaces.confirm-billing': {
    params: ({ ids }) => ({ billingToken: ids.workspace.replaceAll('-', '') }),
  },
  'contacts.send': {
    body: () => ({
      firstName: 'Carla',
      lastName: 'Conti',
      businessEmail: nobody(),
      businessPhone: '+49 30 1234',
      message: 'Two lines\nof text',
      consent: true,
      wantsUpdates: false,
    }),
  },
  'auth.login-super': { body: () => ({ email: nobody(), password: 'wrong horse' }) },
  'auth.passkey-options': {},
  'auth.login-passkey': { body: (given) => ({ response: assertion(given) }) },
  'auth.pair': { spends: 'own' },
  'auth.pair-claim': { body: () => ({ code: '0123ABCD', name: 'Phone' }) },
  'auth.pair-state': { params: ({ ids }) => ({ id: ids.pairing }) },
  'auth.pair-confirm': { params: ({ ids }) => ({ id: ids.pairing }) },
  'auth.pair-refuse': { params: ({ ids }) => ({ id: ids.pairing }), spends: true },
  'auth.pair-finish': { body: () => ({ claim: anything.challenge }) },
  'auth.reset-password': { body: () => ({ email: nobody(), client: 'mobile' }) },
  'auth.change-password': { body: newPassword },
  'auth.mobile-change-password': { body: newPassword },
  'auth.step-up': { body: () => ({ password: 'wrong horse' }) },
  'auth.logout': { spends: 'own' },
  'auth.refresh': { spends: 'own' },

  'users.current': {},
  'users.delete-account': { spends: 'sessions' },
  'users.update-settings': { body: () => ({ language: 'de', name: 'Anna Keller' }) },
  'users.unsubscribe': { params: ({ ids }) => ({ unsubscribeToken: ids.workspace.replaceAll('-', '') }) },
  'users.related-workspaces': {},
  'users.remove-from-workspace': { params: ofWorkspace, spends: 'own' },
  'users.live': {},
  'users.deleted-workspaces': {},
  'users.devices': {},
  'users.sessions': {},
  'users.end-session': { params: ({ ids }) => ({ id: ids.session }), spends: true },
  'users.end-other-sessions': { spends: 'sessions' },
  'users.register-device-options': { body: () => ({ kind: 'pin' }) },
  'users.rename-device': {
    params: ({ ids }) => ({ id: ids.device }),
    body: () => ({ name: 'Work phone' }),
  },
  'users.remove-device': { params: ({ ids }) => ({ id: ids.device }), spends: true },
  'users.register-device': { body: async (given) => registration(given, await newDevice()) },

  'devices.waiting': {},
  'devices.challenge': { params: ({ ids }) => ({ id: ids.waiting }) },
  'devices.vouch': {
    params: ({ ids }) => ({ id: ids.waiting }),
    body: async (given) => ({ proof: await proof(given, `/devices/challenge/${given.ids.waiting}`) }),
    spends: true,
  },
  'devices.stop': { params: ({ ids }) => ({ id: ids.waiting }), spends: true },

  'users.push-subscription': {
    body: () => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    }),
  },
  // Without a push service nobody has one.
  'users.remove-push-subscription': { params: ({ ids }) => ({ id: ids.session }) },
  'users.push-test': {},

  'workspaces.create': {
    body: () => ({ name: 'Praxis', description: 'Two lines\nof text', timezone: 'Europe/Berlin' }),
  },
  'workspaces.get': { params: ofWorkspace },
  'workspaces.live': { params: ofWorkspace },
  'workspaces.participants': { params: ofWorkspace },
  'workspaces.participant-counts': { params: ofWorkspace },
  // As it is, so that the next call finds them with the same rights.
  'workspaces.change-participants': {
    params: ofWorkspace,
    body: ({ ids }) => ({ participantIds: [ids.approver], what: 'approver', value: true }),
  },
  'workspaces.participants-requests': {
    params: ofWorkspace,
    body: ({ ids }) => ({ participantIds: [ids.approver], what: 'activity' }),
  },
  'workspaces.readiness': { params: ofWorkspace },
  'workspaces.remind': { params: ofWorkspace, body: () => ({ lacks: 'device' }) },
  'workspaces.participant-devices': {
    params: ofWorkspace,
    query: ({ ids }) => ({ participantId: ids.approver }),
  },
  'workspaces.participant-requests': {
    params: ofWorkspace,
    query: ({ ids }) => ({ participantId: ids.approver }),
  },
  'workspaces.workspace-with-participants-list': { query: () => ({ q: 'Praxis' }) },
  'workspaces.list-export': { query: () => ({ q: 'Praxis' }) },
  'workspaces.add-activity': {
    params: ofWorkspace,
    body: ({ ids }) => ({
      startDate: '2026-03-01',
      endDate: '2027-02-28',
      workspaceId: ids.workspace,
      reason: 'Invoice 7',
      seats: 50,
    }),
  },
  'workspaces.add-eternal-activity': { params: ofWorkspace, body: () => ({ reason: 'A gift', seats: 50 }) },
  'workspaces.change-ends': {
    body: ({ ids }) => ({
      workspaceIds: [ids.workspace],
      change: 'extend',
      endDate: '2027-02-28',
      seats: 50,
      reason: 'Invoice 7',
    }),
  },
  'workspaces.end-activity': {
    params: ofWorkspace,
    body: async (given) => ({
      periodId: await newPeriod(given),
      endDate: '2046-02-28',
      reason: 'Cancelled',
    }),
  },
  'workspaces.history': { params: ofWorkspace },
  'workspaces.history-mails': { params: ofWorkspace, query: () => ({ cause: randomUUID() }) },
  'workspaces.history-export': { params: ofWorkspace, query: () => ({ format: 'jsonl' }) },
  'workspaces.history-checkpoint': { params: ofWorkspace },
  'workspaces.history-proof': { params: ofWorkspace, query: () => ({ sequence: 1 }) },
  'workspaces.history-consistency': { params: ofWorkspace, query: () => ({ from: 0, to: 1 }) },
  'workspaces.history-views': { params: ofWorkspace },
  'workspaces.save-history-view': {
    params: ofWorkspace,
    body: () => ({ name: 'Refused', outcome: 'refused' }),
  },
  'workspaces.delete-history-view': { params: ofWorkspace, body: () => ({ viewId: randomUUID() }) },
  'workspaces.invite-participant': {
    params: ofWorkspace,
    body: () => ({ email: nobody(), role: 'regular user', approver: true, requester: true }),
  },
  'workspaces.invite-participants': {
    params: ofWorkspace,
    body: () => ({
      participants: [{ email: nobody(), role: 'regular user', approver: true, requester: true }],
    }),
  },
  'workspaces.complete-onboarding': { params: ofWorkspace },
  'workspaces.bank-transfer-payment': {
    params: ofWorkspace,
    body: ({ ids }) => ({
      ...contact,
      runTime: '12 Monate',
      usersNumber: '10',
      startDate: soon(),
      workspaceId: ids.workspace,
    }),
  },
  'workspaces.answer-offer': {
    params: ofWorkspace,
    body: async (given) => ({ offerId: await newOffer(given), note: 'By e-mail' }),
  },
  'workspaces.figures': {},
  'workspaces.note': { params: ofWorkspace },
  'workspaces.change-note': {
    params: ofWorkspace,
    body: async ({ product, token, ids }) => {
      const { body } = await product.call('GET', `/workspaces/note/${ids.workspace}`, { token })
      return { text: 'Calls back\nin May', version: body.version ?? null }
    },
  },
  'workspaces.delete': { params: ofWorkspace, spends: true },
  'workspaces.lift-protection': {
    params: liftable,
    body: () => ({ reason: 'The second admin is gone' }),
    spends: true,
  },
  'workspaces.withdraw-lift': { params: liftable, spends: true },
  'workspaces.stop-lift': { params: ofWorkspace },
  'workspaces.convert-to-admin': { params: ofWorkspace, body: ofApprover, spends: true },
  'workspaces.remove-from-workspace': { params: ofWorkspace, body: ofApprover, spends: true },
  'workspaces.resend-invite': { params: ofWorkspace, body: ofInvitee },
  'workspaces.revoke-invite': { params: ofWorkspace, body: ofInvitee, spends: true },
  'workspaces.update-settings': {
    params: ofWorkspace,
    body: () => ({ name: 'Praxis', description: 'New', billingUser: nobody(), timezone: 'UTC' }),
  },

  'changes.list': { params: inWorkspace },
  'changes.details': { params: ofChange },
  'changes.beleg': { params: ofChange, query: () => ({ format: 'json' }) },
  'changes.challenge': { params: ofChange },
  'changes.approve': {
    params: ofChange,
    body: async (given) => ({ proof: await proof(given, `/changes/challenge/${given.ids.change}`) }),
    spends: true,
  },
  'changes.refuse': { params: ofChange, spends: true },
  'changes.withdraw': { params: ofChange, spends: true },

  // As it is, so that the next call finds them with the same rights.
  'participants.change-activity': { body: (given) => ({ ...ofApprover(given), value: true }) },
  'participants.change-approver': { body: (given) => ({ ...ofApprover(given), value: true }) },
  'participants.change-requester': { body: (given) => ({ ...ofApprover(given), value: false }) },
  'participants.change-name': { body: (given) => ({ ...ofApprover(given), name: 'Ayşe Yılmaz' }) },
  'participants.change-call-back': { body: (given) => ({ ...ofApprover(given), number: '+49 351 471-10' }) },
  'participants.absence': { body: (given) => ({ ...ofApprover(given), ...awayOn(soon()) }) },
  'participants.deputies': {
    params: ({ ids }) => ({ workspaceId: ids.workspace, participantId: ids.approver }),
  },
  'groups.list': { params: inWorkspace },
  'groups.write': {
    params: inWorkspace,
    body: ({ ids }) => ({ id: ids.group, name: 'Treasury', participantIds: [ids.approver] }),
  },
  'groups.remove': {
    params: inWorkspace,
    body: ({ ids }) => ({ id: ids.group }),
    spends: true,
  },
  'participants.mute-approvals': { body: (given) => ({ ...ofApprover(given), muted: true }) },
  'participants.invitation': { params: ({ ids }) => ({ invitationUuid: ids.invitation }) },
  'participants.accept-invite': {
    params: ({ ids }) => ({ id: ids.invitation }),
    body: () => ({ name: 'Ben Schulz' }),
    spends: true,
  },

  'requests.approver': {
    params: ({ ids }) => ({ workspaceId: ids.workspace, participantId: ids.approver }),
  },
  'requests.colleagues': {},
  'requests.approvers': { params: inWorkspace },
  'requests.prepare': {
    params: inWorkspace,
    body: ({ ids }) => ({
      type: 'verification',
      title: 'Call about the invoice',
      details: 'All\nof it',
      approverId: ids.approver,
    }),
  },
  'files.upload': {
    params: inWorkspace,
    query: () => ({ name: 'Invoice 7.xml' }),
    body: () => SMALL_FILE,
  },
  'files.content': { params: ({ ids }) => ({ id: ids.file }) },
  'files.payment-run': { params: ({ ids }) => ({ id: ids.file }) },
  'files.payments': { params: ({ ids }) => ({ id: ids.file }) },
  'requests.create': {
    params: ofWorkspace,
    body: ({ ids }) => ({
      type: 'approval',
      title: 'Pay the invoice',
      details: 'All\nof it',
      approverId: ids.approver,
      expiresIn: 3_600,
    }),
  },
  'requests.details': { params: ofRequest },
  'requests.beleg': { params: ofRequest, query: () => ({ format: 'json' }) },
  'requests.inbox': {},
  'requests.inbox-counts': {},
  'requests.asked': {},
  'requests.asked-counts': {},
  'workspaces.overview': { params: ofWorkspace },
  'requests.alerts': {},
  'requests.locked-pairs': { params: inWorkspace },
  'requests.unlock': {
    params: inWorkspace,
    body: ({ ids }) => ({ requesterId: ids.approver, approverId: ids.approver }),
  },
  'kinds.list': { params: inWorkspace },
  'kinds.write': { params: inWorkspace, body: () => goodKind(randomUUID()) },
  'rules.try': { params: inWorkspace, body: () => ({ type: 'approval', anyApprover: true }) },
  'drills.list': { params: inWorkspace },
  'drills.send': {
    params: inWorkspace,
    body: ({ ids }) => ({
      asks: { kind: 'payment' },
      title: 'Pay the invoice at once',
      participantIds: [ids.approver],
    }),
    spends: true,
  },
  'requests.dismiss-alerts': { body: () => ({ ids: [randomUUID()] }) },
  'requests.list': { params: ofWorkspace },
  'requests.challenge': { params: ofRequest, body: () => ({}) },
  'requests.approve': {
    params: ofRequest,
    body: async (given) => ({ proof: await proof(given, `/requests/challenge/${given.ids.request}`) }),
    spends: true,
  },
  'requests.glass-challenge': { params: ofRequest, body: () => ({ reason: REASON }) },
  'requests.break-glass': {
    params: ofRequest,
    body: async (given) => {
      const body = { reason: REASON }
      return { ...body, proof: await proof(given, `/requests/glass-challenge/${given.ids.request}`, body) }
    },
  },
  'requests.confirm-glass-challenge': { params: ofRequest },
  'requests.confirm-glass': {
    params: ofRequest,
    body: async (given) => ({
      proof: await proof(given, `/requests/confirm-glass-challenge/${given.ids.request}`),
    }),
  },
  'requests.decline': { params: ofRequest, body: () => ({ reason: 'Not agreed' }), spends: true },
  'requests.challenge-many': { body: ({ ids }) => ({ requestIds: [ids.request] }) },
  'requests.approve-many': {
    body: async (given) => {
      const body = { requestIds: [given.ids.request] }
      return { proof: await proof(given, '/requests/challenge-many', body) }
    },
    spends: true,
  },
  'requests.decline-many': {
    body: ({ ids }) => ({ requestIds: [ids.request], reason: 'Not agreed' }),
    spends: true,
  },
  'requests.withdraw-many': { body: ({ ids }) => ({ requestIds: [ids.request] }), spends: true },
  'requests.deny': { params: ofRequest, body: () => ({ call: 'was-called' }), spends: true },
  'requests.withdraw': { params: ofRequest, spends: true },
  'requests.remind': { params: ofRequest, spends: true },
  'requests.report': { params: ofRequest, spends: true },

  'operations.live': {},
  'operations.projections': {},
  'operations.projections-build': { params: ofBuild },
  'operations.projections-promote': { params: ofBuild },
  'operations.projections-rollback': { params: ofBuild },
  'operations.projections-retire': { params: ofBuild },
  'operations.projections-retry': { params: ofBuild },

  'policies.report': {
    body: () => ({ 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'inline' } }),
  },
  'health.live': {},
  'health.ready': {},
  'mailbox.messages': {},
  'mailbox.demo': {},
}

type AnyCall = {
  readonly [part in 'params' | 'query' | 'body']?: (given: Given) => unknown
} & Pick<GoodCall<Endpoint>, 'spends'>

export const goodCall = (operation: Operation): AnyCall => goodCalls[operation]

/** A good call as it goes over the wire. */
export const madeCall = async (
  endpoint: ContractEndpoint,
  given: Given,
): Promise<{ readonly url: string; readonly body: object | undefined }> => {
  const { params, query, body } = goodCall(endpoint.operation)
  return {
    url: addressOf(endpoint, await params?.(given), await query?.(given)),
    body: (await body?.(given)) as object | undefined,
  }
}
