import { naming } from '#modules/mails/letter.ts'
import { englishProof } from './proof-words.mails.ts'
import type { Words } from './word-kinds.mails.ts'

export const english: Words = {
  erased: 'an erased person',
  untitled: 'untitled',
  time: (time, zone) => `${time} (${zone})`,
  facts: {
    from: 'From',
    to: 'To',
    workspace: 'Workspace',
    asked: 'Requested',
    until: 'Open until',
    reason: 'Reason',
    files: 'Files',
    standsInFor: 'You decide for',
    decidedFor: 'Decided for',
    id: 'Short ID',
  },
  open: 'View the request',
  entry: ({ sequence, hash }) => `Entry ${sequence} of the audit log, hash ${hash}`,
  notYou: {
    asked: 'Not your request?',
    acted: 'Not you?',
    notMe: 'This was not me',
    suspicious: 'Suspicious? Report it',
    report: (button) => `Open the request, choose “${button}” and change your password.`,
  },
  approval: {
    everybody: 'everyone who may approve',
    created: {
      kind: 'Request for approval',
      subject: (by) => `${by} asks for your approval`,
      text: (by) => naming`${by} is asking for your approval. You will find the details on your phone.`,
      note: 'You cannot approve by e-mail. You decide on your device.',
      unexpected: 'Not expecting this request? Call the person before you approve it.',
    },
    approved: {
      kind: 'Approved',
      subject: (by, isYou) => (isYou ? 'You approved' : `Approved by ${by}`),
      text: (by, proof) =>
        naming`${by} approved this request, signed on an enrolled device with ${englishProof(proof)}.`,
    },
    withdrawn: {
      kind: 'Withdrawn',
      subject: (by, isYou) => (isYou ? 'You withdrew' : `Withdrawn by ${by}`),
      text: (by) => naming`${by} withdrew this request. Nobody decided it.`,
    },
    expired: {
      kind: 'Expired',
      subject: () => 'Expired, not approved',
      text: () => naming`This request expired before it was decided.`,
      next: {
        requester: naming`Do you still need the approval? Ask again, or call the people you asked.`,
        asked: naming`Nothing was approved. There is nothing left for you to do: the person who asked can ask again.`,
      },
    },
    'approver-unavailable': {
      kind: 'Closed',
      subject: (by, isYou) => `Closed, ${isYou ? 'you' : by} can no longer approve`,
      text: () =>
        naming`This request was closed because the approver can no longer approve requests. Ask somebody else if necessary.`,
    },
  },
  verification: {
    everybody: 'everyone who may verify',
    created: {
      kind: 'Call check',
      subject: (by) => `${by} wants to check a call with you`,
      text: (by) =>
        naming`${by} says that the two of you are talking right now, and that you are asking for something. Read in the app what it is. Say there whether that is so, and who called whom. Only then type the number that you hear in the call.`,
      note: 'You cannot verify by e-mail. You decide on your device.',
      unexpected:
        'Not talking to this person, or not asking for this? Then verify nothing, and say so in the app.',
    },
    approved: {
      kind: 'Verified',
      subject: (by, isYou) => (isYou ? 'You verified the call' : `Verified by ${by}`),
      text: (by, proof) =>
        naming`${by} verified this call with the spoken number, signed on an enrolled device with ${englishProof(proof)}. Before you act, call back on a number that you know, unless you have done so.`,
    },
    withdrawn: {
      kind: 'Withdrawn',
      subject: (by, isYou) => `${isYou ? 'You withdrew' : `Withdrawn by ${by}`}, nothing is verified`,
      text: (by) => naming`${by} withdrew this call check. Nothing is verified: do not rely on the call.`,
    },
    expired: {
      kind: 'Expired',
      subject: () => 'Expired, nothing is verified',
      text: () => naming`This call check expired. Nothing is verified: do not rely on the call.`,
      next: {
        requester: naming`Are you still talking? Then start another call check.`,
        asked: naming`There is nothing left for you to do. If somebody asks you for something on the phone, ask for another call check.`,
      },
    },
    'approver-unavailable': {
      kind: 'Closed',
      subject: (by, isYou) => `Closed, ${isYou ? 'you' : by} can no longer verify calls`,
      text: () =>
        naming`This call check was closed because the person asked can no longer verify calls. Ask somebody else if necessary.`,
    },
  },
  ended: {
    declined: {
      kind: 'Declined',
      subject: (by, isYou) => (isYou ? 'You declined' : `Declined by ${by}`),
      text: (by) => naming`${by} declined this request.`,
    },
    'requester-unavailable': {
      kind: 'Closed',
      subject: (by, isYou) => `Closed, ${isYou ? 'you' : by} can no longer make requests`,
      text: () =>
        naming`This request was closed because the requester can no longer make requests in this workspace. You do not need to do anything.`,
    },
    'code-mismatch': {
      kind: 'Wrong number',
      subject: () => 'Wrong number, hang up',
      text: () =>
        naming`This call check was closed because a wrong number was typed too often. Hang up, pay nothing, and call back on a number that you know. The admins have been alerted.`,
    },
    'both-called': {
      kind: 'Both were called',
      subject: () => 'Both of you were called, hang up',
      text: () =>
        naming`This call check was closed because both sides were called. This is how an attacker relays a call. Hang up, pay nothing, and call back on a number that you know. The admins have been alerted.`,
    },
    'claim-denied': {
      kind: 'Did not ask for this',
      subject: (by, isYou) => `${isYou ? 'You' : by} did not ask for this, hang up`,
      text: () =>
        naming`This call check was closed because the person asked answered: “I did not ask for this.” Hang up, pay nothing, and call back on a number that you know. The admins have been alerted.`,
    },
    reported: {
      kind: 'Reported',
      subject: (_, isYou) => (isYou ? 'You reported' : 'Reported as suspicious'),
      text: () =>
        naming`This request was closed because one of the people involved reported it as suspicious. If you are on a call about it: hang up, pay nothing, and call back on a number that you know. The admins have been alerted.`,
    },
    reason: 'You are receiving this e-mail because you are involved in this request.',
  },
  alert: {
    reported: {
      kind: 'Reported',
      subject: (by) => `Reported by ${by}`,
      text: (by) =>
        naming`${by} reported this request as suspicious. Contact the people involved, but not by e-mail, and check their devices and sessions.`,
    },
    'code-mismatch': {
      kind: 'Wrong number',
      subject: (by) => `Wrong number from ${by}`,
      text: (by) =>
        naming`A wrong number was typed for the second time in this call check, this time by ${by}. The call check is closed. It may be a mistake, or somebody in the call is pretending to be somebody else. Contact the people involved.`,
    },
    'both-called': {
      kind: 'Both were called',
      subject: () => 'Both sides were called',
      text: (by) =>
        naming`In this call check both sides were called; the last answer came from ${by}. This is how an attacker with two telephones relays a call. The call check is closed. Warn the people involved, and stop whatever the caller asked for.`,
    },
    'claim-denied': {
      kind: 'Did not ask for this',
      subject: (by) => `${by} did not ask for this`,
      text: (by) =>
        naming`${by} answered this call check: “I am talking to them, but I did not ask for this.” Somebody in the call may be pretending to be somebody else. The call check is closed. Contact the people involved.`,
    },
    'pair-locked': {
      kind: 'Call checks locked',
      subject: () => 'Call checks locked after three wrong numbers',
      text: (by) =>
        naming`Three wrong numbers were typed between these two people within a day, the last one by ${by}. Somebody in the call may be pretending to be one of them, and guessing. The two cannot check calls again until an admin unlocks them under “Participants”. Talk to both of them first, but not by e-mail.`,
    },
    muted: {
      kind: 'Too many requests',
      subject: (by) => `Too many call checks from ${by}`,
      text: (by) =>
        naming`${by} cannot start call checks for 15 minutes: within ten minutes, several of them were declined, reported or left unanswered, most recently this one. Somebody may be trying to wear others down until they agree, perhaps with a stolen account. Contact the people involved.`,
    },
    'many-sides': {
      kind: 'Many check one person',
      subject: (by) => `Many check a call with ${by}`,
      text: (by) =>
        naming`Within ten minutes, several people checked a call with ${by}. Somebody may be calling around and pretending to be that person. Warn everybody, but not by e-mail: hang up, pay nothing, and call back on a number that they know.`,
    },
    reason: 'You are receiving this e-mail as an admin of the workspace.',
  },
}
