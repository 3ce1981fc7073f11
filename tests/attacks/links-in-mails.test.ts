import { expect, test } from 'vitest'
import type { Request } from '#contract/requests/requests.ts'
import { deviceEnrolledMail, deviceWaitingMail } from '#modules/accounts/devices/devices.mails.ts'
import { phonePairedMail } from '#modules/accounts/sessions/sessions.mails.ts'
import { contactMail } from '#modules/contacts/contacts.mails.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject } from '#modules/mails/people.ts'
import {
  requestAlertMail,
  requestCreatedMail,
  requestEndedMail,
} from '#modules/requests/notices/requests.mails.ts'
import { participantDeviceMail } from '#modules/workspaces/participants/participant-devices.mails.ts'
import { offerCopyMail, offerMail } from '#modules/workspaces/subscription/offers.mails.ts'
import { endedMail, reminderMail, startedMail } from '#modules/workspaces/subscription/subscription.mails.ts'
import {
  accessEndedMail,
  deletedMail,
  invitationMail,
  newAdminMail,
} from '#modules/workspaces/workspaces.mails.ts'
import { rightsMail } from '#modules/workspaces/participants/rights.mails.ts'

/** A mail of ours carries the words of an attacker to somebody who trusts the sender. */

const typed = 'Locked! Go to https://evil.example/login or www.evil.example, or write to help@evil.example'
const at = '2026-03-09T10:00:00.000Z'
const [date, url, by, timezone] = [new Date(at), 'https://app.test/x', 'anna@company.test', 'Europe/Berlin']

const person = { participantId: 'p', email: by, name: typed.slice(0, 60) }
const request: Request = {
  id: '5f0c1c52-6f5c-4a5c-9a55-3d3a0b8f0a11',
  workspaceId: 'w',
  workspaceName: typed,
  type: 'approval',
  title: typed,
  details: typed,
  status: 'approved',
  closedReason: null,
  requester: person,
  approver: person,
  createdAt: at,
  expiresAt: at,
  decidedAt: at,
  decidedBy: person,
  assurance: 'passkey',
  declineReason: typed,
  reportedAt: null,
}
const mailed = { request, timezone, url, entry: undefined, readerId: 'p', isAdmin: true }

const mailsIn = (language: 'de' | 'en'): Readonly<Record<string, Mail>> => {
  const workspace = { language, workspaceName: typed, timezone }
  const doer = inSubject({ email: by, name: typed }, '')
  const membership = { ...workspace, at: date, by, doer, isYou: false }
  const subscription = { ...workspace, url, day: '2026-03-09' }
  const offer = {
    language,
    reference: 'VA-1',
    name: typed,
    companyName: typed,
    address: typed,
    months: 12,
    seats: 3,
    startDate: '2026-03-09',
    by,
  }
  const moment = { at, timeZone: null }
  const device = { name: typed, at: moment, usableFrom: moment, url }
  return {
    'the name of a workspace, in an invitation': invitationMail({
      ...workspace,
      inviter: { email: by, name: typed },
      role: 'admin',
      approver: true,
      requester: true,
      expiresAt: date,
      url,
    }),
    '… told to those who lost access': accessEndedMail('removed', membership),
    '… told to all when it is deleted': deletedMail(membership, date, url),
    '… told to the other admins': newAdminMail(membership, {
      admin: { email: by, name: typed },
      isInvited: true,
      url,
    }),
    '… told with rights': rightsMail({ ...membership, gained: ['admin'], lost: [], url }),
    '… told with a device': participantDeviceMail({
      ...membership,
      step: 'waiting',
      owner: { email: by, name: typed },
      kind: 'pin',
      deviceBound: null,
      usableFrom: date,
      url,
    }),
    '… told before the subscription ends': reminderMail(subscription, 'trial'),
    '… told when it has ended': endedMail(subscription, 'subscription'),
    '… told when it starts': startedMail(subscription, '2026-03-09'),
    'a request for an offer, to the operator': offerMail(offer, 'w'),
    '… and its copy': offerCopyMail(offer, url, true),
    'the title of a request': requestCreatedMail(language, mailed),
    '… told with its end': requestEndedMail(language, mailed),
    '… told to the admins': requestAlertMail(language, mailed, {
      about: 'reported',
      by: { email: by, name: typed },
      at,
    }),
    'the name of a device': deviceEnrolledMail(language, device),
    '… that waits': deviceWaitingMail(language, device),
    'the name of a phone that claims a code': phonePairedMail(
      language,
      { name: typed, ip: '::1', at: moment },
      url,
    ),
    'the message of a visitor': contactMail({
      language,
      email: by,
      name: typed,
      phone: typed,
      message: typed,
      wantsUpdates: false,
    }),
  }
}

for (const language of ['de', 'en'] as const)
  test.each(Object.entries(mailsIn(language)))(`makes no link of %s (${language})`, (_, mail) => {
    const bodies = [mail.subject, mail.text, mail.html.replaceAll(/<wbr>|<\/?bdi[^>]*>/g, '')]
    for (const body of bodies) expect(body).not.toMatch(/evil\.example|https:\/\/evil|help@\S/)
    expect(mail.text).toContain('evil. example')
    // What the product itself says stays a link and an address.
    expect(mail.text).toMatch(/https:\/\/app\.test\/x|anna@company\.test/)
  })
