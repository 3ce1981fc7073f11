import type { Operation } from './endpoints.ts'

/** Each caller's column, in the order of the row. */
const COLUMN = {
  anonymous: 0,
  forged: 0,
  expired: 0,
  ended: 0,
  admin: 1,
  approver: 2,
  requester: 2,
  inactive: 3,
  removed: 4,
  invited: 4,
  tenant: 4,
  super: 5,
} as const
export type Caller = keyof typeof COLUMN
const callers = Object.keys(COLUMN) as readonly Caller[]

/**
 * What each caller gets for their own things. Nobody: no token, or one that is forged, expired or ended. Foreign: who has
 * left, who is only invited, and an admin elsewhere. The last part names single callers that differ from their column.
 */
type Row = readonly [
  nobody: number,
  admin: number,
  regular: number,
  inactive: number,
  foreign: number,
  superAdmin: number,
  except?: { readonly [caller in Caller]?: number },
]

const everybody = (status: number): Row => [status, status, status, status, status, status]

const ofAdmins = (status: number): Row => [401, status, 403, 403, 404, 403]
const ofSuperAdmins = (status: number): Row => [401, 403, 403, 403, 403, status]
const ofUsers = (status: number): Row => [401, status, status, status, status, 403]

/** Written by hand from the product's specification, never from `access` in the contract: the test compares the two. */
const table: { readonly [operation in Operation]: Row } = {
  'auth.login': everybody(401),
  'auth.login-super': everybody(401),
  'auth.verify-google': everybody(404),
  'auth.verify-microsoft': everybody(404),
  'auth.signup': everybody(201),
  'auth.verify-email': everybody(404),
  'auth.initiate-verification': everybody(200),
  'auth.options': everybody(200),
  'auth.access-code': everybody(200),
  'auth.passkey-options': everybody(200),
  'auth.login-passkey': everybody(401),
  'auth.reset-password': everybody(200),
  'auth.change-password': everybody(404),
  'auth.mobile-change-password': everybody(404),
  'auth.step-up': everybody(401),
  'auth.logout': [401, 200, 200, 200, 200, 200, { expired: 200, ended: 200 }],
  'auth.refresh': [401, 200, 200, 200, 200, 200, { expired: 200 }],
  'auth.pair': ofUsers(200),
  'auth.pair-claim': everybody(404),
  'auth.pair-state': [401, 200, 404, 404, 404, 403],
  'auth.pair-confirm': [401, 409, 404, 404, 404, 403],
  'auth.pair-refuse': [401, 200, 404, 404, 404, 403],
  'auth.pair-finish': everybody(404),
  'workspaces.confirm-billing': everybody(404),
  'users.unsubscribe': everybody(404),
  'contacts.send': everybody(201),

  'users.current': [401, 200, 200, 200, 200, 200],
  'users.update-settings': [401, 200, 200, 200, 200, 200],
  'users.delete-account': [401, 200, 200, 200, 200, 403],
  'users.related-workspaces': ofUsers(200),
  'users.deleted-workspaces': ofUsers(200),
  'users.remove-from-workspace': [401, 200, 200, 200, 404, 403],
  'users.live': ofUsers(200),
  'users.devices': [401, 200, 200, 200, 200, 200],
  'users.register-device-options': ofUsers(200),
  'users.register-device': ofUsers(201),
  'users.rename-device': [401, 200, 404, 404, 404, 404],
  'users.remove-device': [401, 200, 404, 404, 404, 404],
  // The cast's waiting device is the requester's. Nobody vouches for their own.
  'devices.waiting': ofUsers(200),
  'devices.challenge': [401, 200, 200, 403, 404, 403, { requester: 403 }],
  'devices.vouch': [401, 200, 200, 403, 404, 403, { requester: 403 }],
  'devices.stop': [401, 200, 403, 403, 404, 404, { requester: 200 }],
  'users.sessions': [401, 200, 200, 200, 200, 200],
  'users.end-session': [401, 200, 404, 404, 404, 404],
  'users.end-other-sessions': [401, 200, 200, 200, 200, 200],
  // The test has no push service.
  'users.push-subscription': ofUsers(404),
  'users.remove-push-subscription': ofUsers(404),
  'users.push-test': ofUsers(404),

  'workspaces.create': [401, 201, 403, 403, 403, 403, { tenant: 201 }],
  'workspaces.get': ofAdmins(200),
  'workspaces.live': ofAdmins(200),
  'workspaces.participants': ofAdmins(200),
  'workspaces.participant-counts': ofAdmins(200),
  'workspaces.change-participants': ofAdmins(200),
  'workspaces.participants-requests': ofAdmins(200),
  'workspaces.readiness': ofAdmins(200),
  'workspaces.remind': ofAdmins(200),
  'workspaces.participant-devices': ofAdmins(200),
  'workspaces.participant-requests': ofAdmins(200),
  'workspaces.overview': ofAdmins(200),
  'workspaces.history': ofAdmins(200),
  'workspaces.history-mails': ofAdmins(200),
  'workspaces.history-export': ofAdmins(200),
  'workspaces.history-checkpoint': ofAdmins(200),
  'workspaces.history-proof': ofAdmins(200),
  'workspaces.history-consistency': ofAdmins(200),
  'workspaces.history-views': ofAdmins(200),
  'workspaces.save-history-view': ofAdmins(200),
  'workspaces.delete-history-view': ofAdmins(200),
  'workspaces.invite-participant': ofAdmins(201),
  'workspaces.invite-participants': ofAdmins(200),
  'workspaces.resend-invite': ofAdmins(200),
  'workspaces.revoke-invite': ofAdmins(200),
  'workspaces.convert-to-admin': ofAdmins(200),
  'workspaces.remove-from-workspace': ofAdmins(200),
  'workspaces.complete-onboarding': ofAdmins(200),
  'workspaces.bank-transfer-payment': ofAdmins(201),
  'workspaces.answer-offer': ofSuperAdmins(200),
  'workspaces.figures': ofSuperAdmins(200),
  'workspaces.note': ofSuperAdmins(200),
  'workspaces.change-note': ofSuperAdmins(200),
  'workspaces.lift-protection': ofSuperAdmins(200),
  'workspaces.withdraw-lift': ofSuperAdmins(200),
  // The cast's workspace does not protect its people.
  'workspaces.stop-lift': [401, 409, 403, 403, 404, 403, { approver: 409 }],
  'workspaces.update-settings': ofAdmins(200),
  'workspaces.delete': [401, 200, 403, 403, 404, 200],
  'workspaces.workspace-with-participants-list': ofSuperAdmins(200),
  'workspaces.list-export': ofSuperAdmins(200),
  'workspaces.add-activity': ofSuperAdmins(200),
  'workspaces.add-eternal-activity': ofSuperAdmins(200),
  'workspaces.change-ends': ofSuperAdmins(200),
  'workspaces.end-activity': ofSuperAdmins(200),

  // The cast's change is asked for by another admin, the deputy.
  'changes.list': ofAdmins(200),
  'changes.details': ofAdmins(200),
  'changes.beleg': ofAdmins(200),
  'changes.challenge': ofAdmins(200),
  'changes.approve': ofAdmins(200),
  'changes.refuse': ofAdmins(200),
  'changes.withdraw': ofAdmins(403),

  'participants.change-activity': ofAdmins(200),
  'participants.change-approver': ofAdmins(200),
  'participants.change-requester': ofAdmins(200),
  'participants.change-name': ofAdmins(200),
  // The number is the approver's.
  'participants.change-call-back': [401, 200, 403, 403, 404, 403, { approver: 200 }],
  // The absence is the approver's.
  'participants.absence': [401, 200, 403, 403, 404, 403, { approver: 200 }],
  'participants.deputies': [401, 200, 200, 403, 404, 403],
  'groups.list': [401, 200, 200, 403, 404, 403],
  'groups.write': ofAdmins(200),
  'groups.remove': ofAdmins(200),
  // The approver's own approvals are not muted.
  'participants.mute-approvals': [401, 200, 403, 403, 404, 403],
  'participants.invitation': everybody(200),
  'participants.accept-invite': [401, 404, 404, 404, 404, 404, { invited: 200 }],

  // The cast's request is the requester's, to any approver. The inactive one was switched off before.
  'requests.approvers': [401, 200, 200, 403, 404, 403, { approver: 403 }],
  'requests.approver': [401, 200, 200, 403, 404, 403, { approver: 403 }],
  'requests.colleagues': ofUsers(200),
  'requests.prepare': [401, 200, 200, 403, 404, 403, { approver: 403 }],
  'files.upload': [401, 201, 201, 403, 404, 403, { approver: 403 }],
  'files.content': [401, 404, 404, 404, 404, 403, { requester: 200 }],
  'files.payment-run': [401, 404, 404, 404, 404, 403, { requester: 200 }],
  'files.payments': [401, 404, 404, 404, 404, 403, { requester: 200 }],
  'requests.create': [401, 201, 201, 403, 404, 403, { approver: 403 }],
  'requests.details': [401, 200, 200, 404, 404, 403],
  'requests.beleg': [401, 200, 200, 404, 404, 403],
  'requests.inbox': ofUsers(200),
  'requests.inbox-counts': ofUsers(200),
  'requests.asked': ofUsers(200),
  'requests.asked-counts': ofUsers(200),
  'requests.alerts': ofUsers(200),
  'requests.dismiss-alerts': ofUsers(200),
  'requests.locked-pairs': [401, 200, 403, 403, 404, 403],
  'kinds.list': [401, 200, 200, 403, 404, 403],
  'kinds.write': ofAdmins(200),
  'rules.try': [401, 200, 200, 403, 404, 403],
  'drills.list': ofAdmins(200),
  'drills.send': ofAdmins(201),
  'requests.unlock': [401, 200, 403, 403, 404, 403],
  'requests.list': [401, 200, 200, 403, 404, 403],
  'requests.challenge': [401, 200, 200, 403, 404, 403, { requester: 403 }],
  'requests.approve': [401, 200, 200, 403, 404, 403, { requester: 403 }],
  // The workspace of the cast does not allow emergency approvals, so there is nothing to confirm.
  'requests.glass-challenge': ofAdmins(409),
  'requests.break-glass': ofAdmins(409),
  'requests.confirm-glass-challenge': [401, 409, 409, 403, 404, 403],
  'requests.confirm-glass': [401, 409, 409, 403, 404, 403],
  'requests.decline': [401, 200, 200, 403, 404, 403, { requester: 403 }],
  'requests.challenge-many': [401, 200, 200, 403, 404, 403, { requester: 403 }],
  // Who gets no challenge has nothing to sign.
  'requests.approve-many': [401, 200, 200, 409, 409, 403, { requester: 409 }],
  'requests.decline-many': [401, 200, 200, 403, 404, 403, { requester: 403 }],
  // The request of the samples is no call check.
  'requests.deny': [401, 409, 409, 403, 404, 403, { requester: 403 }],
  'requests.withdraw': [401, 403, 200, 403, 404, 403, { approver: 403 }],
  'requests.withdraw-many': [401, 403, 200, 403, 404, 403, { approver: 403 }],
  'requests.remind': [401, 403, 200, 403, 404, 403, { approver: 403 }],
  'requests.report': [401, 200, 200, 403, 404, 403],

  'operations.live': ofSuperAdmins(200),
  'operations.projections': ofSuperAdmins(200),
  'operations.projections-build': ofSuperAdmins(200),
  'operations.projections-promote': ofSuperAdmins(409),
  'operations.projections-rollback': ofSuperAdmins(409),
  'operations.projections-retire': ofSuperAdmins(409),
  'operations.projections-retry': ofSuperAdmins(409),

  'policies.report': everybody(200),
  'health.live': everybody(200),
  'health.ready': everybody(200),
  'mailbox.messages': everybody(200),
  'mailbox.demo': everybody(201),
}

/** The statuses for things of the own workspace, for things that do not exist, and for things of another tenant. */
export type Expected = { readonly own: number; readonly unknown: number; readonly foreign: number }

/**
 * Returns what each caller gets. What is unknown or foreign is 404, except for callers whom the operation refuses whatever
 * they name (super admins, and everybody else where only super admins may call), and except where strangers may call.
 */
export const whoMayCall = (operation: Operation): ReadonlyMap<Caller, Expected> => {
  const row: Row | undefined = table[operation]
  if (!row) throw new Error(`Add a line for ${operation} to tests/support/endpoints/who-may-call.ts`)
  const [nobody, , , , foreigner] = row
  return new Map(
    callers.map((caller) => {
      const own = row[6]?.[caller] ?? row[COLUMN[caller]]
      const isBarred = own === 401 || (own === 403 && (caller === 'super' || foreigner === 403))
      const unknown = isBarred ? own : 404
      return [caller, { own, unknown, foreign: nobody < 400 ? own : unknown }]
    }),
  )
}
