/**
 * Every error of the API: code → HTTP status and message. Codes (`noun.problem`) never change. Messages from the
 * specification stay verbatim, including typos.
 */
export const errors = {
  'input.malformed': [400, 'The request could not be read.'],
  'input.invalid': [400, 'The input is not valid.'],
  'input.too-large': [413, 'The request is larger than this operation allows.'],
  'input.too-slow': [408, 'The request took too long to arrive.'],
  'input.headers-too-large': [431, 'The headers of this request are too large.'],
  'input.not-json': [415, 'Only JSON is accepted here.'],
  'session.missing': [401, 'Please log in.'],
  'session.ended': [401, 'Your session has ended. Please log in again.'],
  'login.failed': [
    401,
    'Login failed. Check e-mail and password, and whether your e-mail address is confirmed.',
  ],
  'passkey.needed': [401, 'Please confirm the login with your passkey.'],
  'google.refused': [401, 'Verify user by Google error'],
  'microsoft.refused': [401, 'Verify user by MS365 error'],
  'identity.unconfirmed': [401, 'Check your email'],
  'identity.other-browser': [403, 'Please open this link in the browser in which you signed in.'],
  'login.too-old': [403, 'For your safety, please confirm that it is you before you do this.'],
  'session.paired': [
    403,
    'This phone was signed in by another device, so it cannot sign in further ones. Please log in here first.',
  ],
  'access.denied': [403, 'You do not have the right to do this.'],
  'route.not-found': [404, 'There is nothing at this address.'],
  'route.wrong-method': [405, 'This address does not accept that method.'],
  'route.too-long': [414, 'This address is too long.'],
  'workspace.not-found': [404, 'This workspace does not exist.'],
  'history.too-long': [
    400,
    'A PDF holds at most 100,000 entries, an Excel file 1,000,000. Narrow the filters, or export as CSV or JSONL.',
  ],
  'participant.not-found': [404, 'This participant does not exist.'],
  'period.not-found': [404, 'This period does not exist.'],
  'group.not-found': [404, 'This group does not exist.'],
  'change.not-found': [404, 'This change does not exist.'],
  'request.not-found': [404, 'This request does not exist.'],
  'file.not-found': [404, 'This file does not exist.'],
  'kind.not-found': [404, 'This kind of request does not exist.'],
  'invitation.not-found': [404, 'This invitation does not exist or is no longer valid.'],
  'session.not-found': [404, 'This session does not exist.'],
  'device.not-found': [404, 'This device does not exist.'],
  'read-model.not-found': [404, 'There is no read model or build with this name.'],
  'push.off': [404, 'Notifications are not set up here.'],
  'push.not-found': [404, 'Notifications are not switched on in this browser.'],
  'push.not-taken': [400, 'The notification service of this browser is not supported here.'],
  'provider.off': [404, 'This way to log in is not set up here.'],
  'pair.not-found': [404, 'This code is unknown, used or expired. Please show a new one on your computer.'],
  'token.not-found': [404, 'This link is unknown, used or expired.'],
  'workspace.inactive': [402, 'The subscription of this workspace has ended. An admin can request an offer.'],
  'workspace.full': [409, 'All seats are taken. Remove a participant or request more seats.'],
  'workspace.open': [409, 'This workspace is still open. Delete it first.'],
  'account.exists': [409, 'There is already an account for this address. Please log in instead.'],
  'password.guessable': [400, 'This password is easy to guess. Please choose another one.'],
  'password.needed': [409, 'Please choose a password, because this link was requested in another browser.'],
  'participant.exists': [409, 'This person is already a participant or has an open invitation.'],
  'participant.last-admin': [
    409,
    'You are the last active admin. Make somebody else an admin first, or delete the workspace.',
  ],
  'workspace.not-protected': [409, 'People in this workspace are not protected any more.'],
  'workspace.too-few-admins': [
    409,
    'This needs at least two active admins who each have a usable device. Make somebody else an admin first.',
  ],
  'participant.needed-admin': [
    409,
    'This workspace protects its people and needs two active admins. Make somebody else an admin first, or let another admin remove you.',
  ],
  'group.exists': [409, 'Another group has this name, or one that looks like it.'],
  'group.limit': [409, 'There are 50 groups already. Remove one that nobody needs.'],
  'deputy.unsuitable': [
    409,
    'A deputy must be another active person who approves. Please choose somebody else.',
  ],
  'change.exists': [
    409,
    'Another change of this person, group or kind is waiting for a second admin already.',
  ],
  'view.limit': [409, 'You have saved 20 views of this log already. Delete one first.'],
  'change.limit': [409, 'Too many changes are waiting for a second admin. Decide or withdraw some first.'],
  'change.closed': [409, 'This change is not waiting any more.'],
  'participant.pending': [409, 'This person has not joined yet. Revoke the invitation to change it.'],
  'invitation.accepted': [409, 'This person has joined already.'],
  'participant.no-role': [400, 'Either approver or requester must be selected'],
  'invitation.limit': [409, 'Too many open invitations. Revoke some or wait until they are accepted.'],
  'approver.unavailable': [409, 'This approver is not available at the moment. Choose somebody else.'],
  'approver.muted': [
    409,
    'This person takes no approval requests from you for a day. Please ask somebody else.',
  ],
  'kind.exists': [409, 'Another kind of request has this name already.'],
  'kind.limit': [409, 'This workspace has 30 kinds of request of its own already. Change one of them.'],
  'request.closed': [409, 'This request has already been decided.'],
  'glass.off': [409, 'Emergency approvals are not allowed in this workspace.'],
  'glass.only-approvals': [409, 'Only requests for approval can be approved in an emergency.'],
  'glass.no-second': [409, 'Nobody else in this workspace could confirm this afterwards.'],
  'glass.approve-instead': [409, 'You can approve this request yourself. Please do that instead.'],
  'glass.decidable': [409, 'People can still decide this request in time.'],
  'glass.not-broken': [409, 'This request was not approved in an emergency.'],
  'glass.confirmed': [409, 'This emergency approval has been confirmed already.'],
  'glass.late': [409, 'The 72 hours in which this could be confirmed are over.'],
  'request.decided-by-you': [409, 'You have decided this request already. Now others decide.'],
  'request.decided-for-you': [409, 'Your deputy has decided this for you.'],
  'deputy.no-device': [409, 'To decide for a colleague, set up your device first.'],
  'rule.unfulfillable': [
    409,
    'At present, too few people may decide this by the rule of your workspace. Please tell an admin.',
  ],
  'rule.before-missing': [
    409,
    'The rule of your workspace needs a confirmed call check first, with one of those who decide. Please call them, check the call, and send this again.',
  ],
  'request.parked': [409, 'Too few people can decide this request at present. It waits for them.'],
  'rule.not-needed': [
    409,
    'Somebody of your group has approved this already. Now somebody of another group is needed.',
  ],
  'request.limit': [409, 'Too many requests are open. Wait until one of them is decided.'],
  'request.too-many': [429, 'You have made too many requests. Please wait.'],
  'request.too-soon': [429, 'You have just sent this request. Please wait half a minute.'],
  'request.muted': [
    429,
    'Several of your call checks were declined or not answered. Please wait a quarter of an hour.',
  ],
  'call.opposite': [
    409,
    'This person already checks this call with you. Answer their question instead of asking another one.',
  ],
  'call.locked': [
    409,
    'Three wrong numbers were typed between the two of you, so your call checks are locked. Hang up, and call back on a number that you know. An admin of the workspace can unlock them.',
  ],
  'call.own-lock': [403, 'You are one of the two, so another admin must unlock your call checks.'],
  'call.no-number': [
    409,
    'No number on file for this person counts yet. To go on, take away the tick that says you called back.',
  ],
  'call.missing': [400, 'Please say first who called whom.'],
  'call.both-called': [
    409,
    'You were both called. This is how an attacker relays a call. Hang up, pay nothing, and call back on a number that you know.',
  ],
  'call.unclear': [409, 'You both say that you made the call. Please ask each other, and answer once more.'],
  'call.no-decline': [
    409,
    'A call check is not declined. Say that you did not ask for this, or that you are not talking to this person.',
  ],
  'request.drill': [
    409,
    'This was a drill. In earnest, somebody would now have your word for a call that you did not make.',
  ],
  'drill.open': [409, 'A drill is running in this workspace already. Wait until it has ended.'],
  'drill.too-many': [429, 'There were enough drills in this workspace today. Please wait.'],
  'drill.nobody': [
    409,
    'None of these people can get a drill now: they have had one today, or are checking a call.',
  ],
  'request.no-check': [409, 'This is not a call check.'],
  'request.no-approval': [409, 'This is not an approval.'],
  'number.missing': [400, 'Please type the number that your colleague tells you in the call.'],
  'number.wrong': [403, 'This number is wrong. Ask your colleague for it again.'],
  'proof.missing': [400, 'This needs a signature from your device.'],
  'proof.invalid': [403, 'The signature or the PIN is wrong.'],
  'device.disabled': [409, 'This device is disabled after too many wrong PINs. Please enrol it again.'],
  'device.waiting': [
    409,
    'This device cannot sign yet. A colleague can vouch for it, or you wait until its waiting time has passed.',
  ],
  'device.not-waiting': [409, 'This device is not waiting any more.'],
  'device.limit': [409, 'You have reached the maximum number of devices. Remove one first.'],
  'device.exists': [409, 'This key is enrolled already. Please set up the device with a new one.'],
  'pair.waiting': [409, 'Please continue on the other screen first.'],
  'challenge.spent': [409, 'This confirmation has expired. Please start it again.'],
  'read-model.refused': [409, 'This cannot be done with the read model now. Nothing has changed.'],
  'idempotency.other-body': [409, 'This Idempotency-Key was used for another request.'],
  'command.conflict': [409, 'Somebody else changed this at the same time. Please try again.'],
  'file.not-taken': [400, 'Only PDF, PNG, JPEG and XML files are accepted.'],
  'file.no-run': [400, 'This file is no payment run that can be read here.'],
  'file.used': [409, 'Another request has this file already. Please upload it again.'],
  'file.limit': [429, 'Too much was uploaded that no request has. Please wait.'],
  'rate.exceeded': [429, 'Too many attempts. Please wait.'],
  'read-model.behind': [503, 'The data is being brought up to date. Please try again.'],
  'read-model.building': [503, 'The data is being prepared. Please try again in a moment.'],
  'read-model.parked': [503, 'This data is under repair. Please try again later.'],
  'fact.altered': [
    503,
    'What is stored about this was altered from outside, so it is not used. The operator is told.',
  ],
  'fact.unreadable': [503, 'This was written by a newer version. Please try again in a moment.'],
  'program.upgrading': [
    503,
    'This is not available until an upgrade has finished. Please try again in a moment.',
  ],
  'service.busy': [503, 'The service is busy at the moment. Please try again.'],
  'google.unavailable': [503, 'Verify user by Google error'],
  'microsoft.unavailable': [503, 'Verify user by MS365 error'],
  'store.unavailable': [503, 'The service is interrupted. Nothing was lost. Please try again.'],
  'server.unexpected': [500, 'Unknown error occurred'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errors

/** Invalid fields, or other data that a client can act on, such as the remaining PIN tries. */
export type ErrorDetails = readonly { readonly field?: string; readonly [key: string]: unknown }[]

/** The only error that the code throws on purpose: invalid input, a broken rule, or denied access. */
export class Rejected extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails | undefined
  constructor(code: ErrorCode, details?: ErrorDetails) {
    super(errors[code][1])
    this.code = code
    this.status = errors[code][0]
    this.details = details
  }
}

/** Whether a read failed because a read model is not available yet. The caller can retry later. */
export const isReadModelAway = (error: unknown): boolean =>
  error instanceof Rejected && error.code.startsWith('read-model.')

/** Whether a command must wait, because a process of an older program could not read its events. */
export const isUpgrading = (error: unknown): boolean =>
  error instanceof Rejected && error.code === 'program.upgrading'
