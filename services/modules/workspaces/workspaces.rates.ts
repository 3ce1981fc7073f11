import type { Rate } from '#platform/limits/throttle.ts'
import { isCustomer, type WorkspaceState } from './workspace.state.ts'

const HOUR = 3_600_000

export const WORKSPACES_BY_ACCOUNT: Rate = { door: 'workspaces', limit: 10, windowMs: HOUR }

/** Anybody can open a trial, and let us write to strangers. */
const INVITATIONS_IN_TRIAL: Rate = { door: 'invitations', limit: 50, windowMs: HOUR }
/** A customer invites all colleagues in one morning, as many as may have a seat. */
const INVITATIONS_BY_CUSTOMER: Rate = { door: 'invitations-of-customer', limit: 10_000, windowMs: HOUR }

/** The rate of a workspace's invitations. */
export const invitationRate = (state: WorkspaceState, now: Date): Rate =>
  isCustomer(state, now) ? INVITATIONS_BY_CUSTOMER : INVITATIONS_IN_TRIAL

/**
 * So many uses of its rate an invitation costs to an address without a mailbox: ten such addresses in a trial, and a hundred of a
 * customer, use up an hour.
 */
export const unknownMailboxCosts = (state: WorkspaceState, now: Date): number =>
  isCustomer(state, now) ? 100 : 5

/** Across all workspaces. */
export const INVITATIONS_BY_ADDRESS: Rate = { door: 'invitations-to', limit: 5, windowMs: 24 * HOUR }

export const OFFERS_BY_ACCOUNT: Rate = { door: 'offers', limit: 5, windowMs: HOUR }
export const OFFERS_BY_WORKSPACE: Rate = { door: 'offers-of', limit: 3, windowMs: 24 * HOUR }
/** By the address that gets the copy, across all workspaces. */
export const OFFERS_BY_ADDRESS: Rate = { door: 'offers-to', limit: 5, windowMs: 24 * HOUR }

/** Each new billing address gets a mail. */
export const BILLING_BY_WORKSPACE: Rate = { door: 'billing-of', limit: 10, windowMs: 24 * HOUR }
/** Across all workspaces. */
export const BILLING_BY_ADDRESS: Rate = { door: 'billing-to', limit: 5, windowMs: 24 * HOUR }

/** Each export is recorded in the audit log, and reads all of it. */
export const EXPORTS_BY_ACCOUNT: Rate = { door: 'exports', limit: 30, windowMs: HOUR }

/** Each change that is asked for tells the other admins by mail. */
export const CHANGES_BY_WORKSPACE: Rate = { door: 'changes', limit: 60, windowMs: HOUR }
