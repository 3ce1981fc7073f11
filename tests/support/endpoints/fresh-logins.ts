import type { Declared, Operation } from './endpoints.ts'

/** The operations that change something for a caller with a session. */
type Changing =
  Exclude<Declared, { readonly access: 'public' }> extends infer E
    ? E extends { readonly operation: infer O; readonly command: true }
      ? O
      : never
    : never

/**
 * Whether an operation needs a login of the last five minutes: it cannot be undone, or opens a door. Written by hand from the product's
 * specification, never from the contract: the test compares the two. A command without a line does not compile. `some`: its rule
 * has a test of its own.
 */
const commands: { readonly [O in Changing & Operation]: boolean | 'some' } = {
  'requests.dismiss-alerts': false,
  'users.register-device': true,
  'users.register-device-options': true,
  'users.remove-device': true,
  'users.rename-device': false,
  'devices.challenge': false,
  'devices.stop': false,
  'devices.vouch': false,
  'participants.accept-invite': false,
  'changes.challenge': false,
  'changes.approve': false,
  'changes.refuse': false,
  'changes.withdraw': false,
  'workspaces.invite-participant': 'some',
  'workspaces.invite-participants': 'some',
  'workspaces.resend-invite': false,
  'workspaces.revoke-invite': false,
  'workspaces.remind': false,
  'workspaces.change-participants': 'some',
  'workspaces.bank-transfer-payment': false,
  'operations.projections-build': false,
  'operations.projections-promote': false,
  'operations.projections-retire': false,
  'operations.projections-retry': false,
  'operations.projections-rollback': false,
  'auth.pair': true,
  'auth.pair-confirm': false,
  'auth.pair-refuse': false,
  'participants.change-activity': false,
  'participants.change-approver': true,
  'participants.change-requester': false,
  'participants.change-name': false,
  'participants.change-call-back': true,
  'participants.absence': true,
  'groups.write': true,
  'groups.remove': true,
  'participants.mute-approvals': false,
  'workspaces.convert-to-admin': true,
  'workspaces.remove-from-workspace': false,
  'workspaces.add-activity': false,
  'workspaces.add-eternal-activity': false,
  'workspaces.end-activity': false,
  'workspaces.change-ends': true,
  'workspaces.answer-offer': false,
  'workspaces.change-note': false,
  'users.push-subscription': false,
  'users.remove-push-subscription': false,
  'files.upload': false,
  'requests.approve': false,
  'requests.approve-many': false,
  'requests.challenge-many': false,
  'requests.decline-many': false,
  'requests.withdraw-many': false,
  'requests.create': false,
  'requests.decline': false,
  'requests.deny': false,
  'requests.prepare': false,
  'requests.report': false,
  'requests.challenge': false,
  'requests.glass-challenge': true,
  'requests.break-glass': true,
  'requests.confirm-glass-challenge': false,
  'requests.confirm-glass': false,
  'requests.withdraw': false,
  'requests.remind': false,
  'drills.send': false,
  'kinds.write': false,
  'requests.unlock': false,
  'users.end-other-sessions': true,
  'users.end-session': 'some',
  'users.delete-account': true,
  'users.update-settings': false,
  'workspaces.complete-onboarding': false,
  'workspaces.save-history-view': false,
  'workspaces.delete-history-view': false,
  'workspaces.create': false,
  'workspaces.delete': true,
  'workspaces.lift-protection': true,
  'workspaces.withdraw-lift': false,
  'workspaces.stop-lift': false,
  'users.remove-from-workspace': false,
  'workspaces.update-settings': 'some',
}

/** Queries that need one. */
const queries: readonly Operation[] = ['workspaces.history-export', 'workspaces.list-export']

export const needsFreshLogin = (operation: Operation): boolean | 'some' =>
  queries.includes(operation) || ((commands as { [O in Operation]?: boolean | 'some' })[operation] ?? false)
