import type { allEvents } from '#modules/all.events.ts'
import type { EventOf } from '#platform/facts/facts.ts'
import { drillSamples } from './drill-samples.ts'
import { groupSamples } from './group-samples.ts'
import { muteSamples } from './mute-samples.ts'
import { offerSamples } from './offer-samples.ts'
import { digestSamples } from './digest-samples.ts'
import { approvedKind, kindSamples } from './kind-samples.ts'
import { pairSamples } from './pair-samples.ts'
import { opsSamples } from './ops-samples.ts'
import { onBehalf, requestSamples } from './request-samples.ts'

type ProductEvent = EventOf<typeof allEvents>
type Samples = {
  readonly [T in ProductEvent['type']]: {
    readonly stream: string
    readonly data: Extract<ProductEvent, { type: T }>['data']
  }
}

/** Most samples are about Anna. */
const userId = '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10'
const email = 'anna.muster@beispiel.example'
const addressHash = 'a1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m5'
const participantId = 'b8a9f3a1-2c4d-4e5f-8a9b-0c1d2e3f4a02'
const bernd = {
  participantId: 'c9bad4b2-3d5e-4f60-9bac-1d2e3f4a5b03',
  userId: '14af2907-82a3-44b5-80f1-6c7d8e9fa008',
  email: 'bernd@beispiel.example',
}
const berndIs = { participantId: bernd.participantId, userId: bernd.userId }
const invitationId = 'e1dcf6d4-5f70-4182-bdce-3f4a5b6c7d05'
const deviceId = 'f2ed07e5-6081-4293-8edf-4a5b6c7d8e06'
const publicKey =
  '{"crv":"P-256","kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}'
const workspaceId = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'
const requestId = 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04'
const periodId = '5d1f0f7a-93c2-5b8e-8c46-1e2d3c4b5a69'
const deletionId = '2c9f1d70-61b4-5e0a-9d3c-8b7a6f5e4d13'
const causeId = '0b759a2e-5c2b-52f8-886b-96b6cacef9d9'
const evidence = {
  canonical: '{"v":1}',
  challenge: 'bHVZYzJkZTNmNGc1aDZpN2o4azlsMG0xbjJvM3A0cTU',
  deviceId,
  publicKey,
  signature: 'c2lnbmF0dXJl',
}
const changed = { workspaceId, changeId: 'a7c1e5d9-3b2f-4d60-8e1a-9c0b1d2e3f45' }
const decided = { requestId, workspaceId, participantId, userId, email, workspaceRevision: 4 }

const ofUser = `user-${userId}`
const ofWorkspace = `workspace-${workspaceId}`
const ofRequest = `request-${requestId}`

const ofBernd = { workspaceId, participantId: bernd.participantId }
/** The data that `npm run freeze` stores, with every field set. */
export const samples: Samples = {
  UserSignedUp: { stream: ofUser, data: { userId, email, addressHash, role: 'admin', language: 'de' } },
  ConfirmationRequested: { stream: ofUser, data: { userId, email, generation: 1 } },
  PasswordResetRequested: { stream: ofUser, data: { userId, client: 'mobile', generation: 1 } },
  PasswordChanged: { stream: ofUser, data: { userId } },
  SignupRepeated: { stream: ofUser, data: { userId, email } },
  SessionReplayed: { stream: ofUser, data: { userId, sessionId: '7b1e0c52-9a44-4f0e-8a3d-2c9d1e5f6a17' } },
  PhonePaired: {
    stream: ofUser,
    data: {
      userId,
      sessionId: '7b1e0c52-9a44-4f0e-8a3d-2c9d1e5f6a18',
      pairedBy: '7b1e0c52-9a44-4f0e-8a3d-2c9d1e5f6a17',
      name: 'Telefon von Anna',
    },
  },
  PasswordGuessed: { stream: ofUser, data: { userId } },
  EmailVerified: { stream: ofUser, data: { userId, role: 'admin' } },
  UserNamed: { stream: ofUser, data: { userId, name: 'Anna Keller' } },
  UserLanguageChanged: { stream: ofUser, data: { userId, language: 'en' } },
  UserRoleRaised: {
    stream: ofUser,
    data: { userId, role: 'admin', by: berndIs.userId, inWorkspaceId: workspaceId },
  },
  DeviceEnrolled: {
    stream: ofUser,
    data: {
      userId,
      deviceId,
      kind: 'pin',
      name: 'Telefon von Anna',
      publicKey,
      usableFrom: '2026-11-22T10:00:00.000Z',
      deviceBound: true,
      vouch: evidence,
    },
  },
  DeviceVouched: {
    stream: ofUser,
    data: {
      userId,
      deviceId,
      voucherId: '8c2f1d63-0b55-4a1f-9b4e-3d0e2f6a7b28',
      sharedWorkspaceId: workspaceId,
      evidence,
    },
  },
  DeviceStopped: { stream: ofUser, data: { userId, deviceId, stoppedBy: userId } },
  ParticipantDeviceReported: {
    stream: `devices-${participantId}`,
    data: {
      workspaceId,
      participantId,
      userId,
      deviceId,
      step: 'waiting',
      kind: 'passkey',
      deviceBound: false,
      usableFrom: '2026-11-22T10:00:00.000Z',
      workspaceRevision: 7,
    },
  },
  DevicesRemoved: { stream: ofUser, data: { userId } },
  DeviceRenamed: { stream: ofUser, data: { userId, deviceId, name: 'Diensttelefon' } },
  DeviceDisabled: { stream: ofUser, data: { userId, deviceId, reason: 'wrong-pins' } },
  DeviceRemoved: { stream: ofUser, data: { userId, deviceId } },
  ContactSent: {
    stream: 'contact-2b8c1f6e-0c5d-4b9a-8e7f-1a2b3c4d5e6f',
    data: {
      contactId: '2b8c1f6e-0c5d-4b9a-8e7f-1a2b3c4d5e6f',
      addressHash,
      businessEmail: email,
      firstName: 'Anna',
      lastName: 'Muster',
      businessPhone: '+49 30 1234',
      message: 'Bitte rufen Sie mich an.',
      wantsUpdates: true,
      language: 'de',
    },
  },
  DeletionRequested: { stream: ofUser, data: { userId, deletionId } },
  DeletionRefused: { stream: ofUser, data: { userId, deletionId, refusedBy: workspaceId } },
  AccountDeleted: { stream: ofUser, data: { userId, deletionId } },
  AddressReserved: { stream: `email-${addressHash}`, data: { addressHash, userId } },
  AddressReleased: { stream: `email-${addressHash}`, data: { addressHash, userId } },
  WorkspaceCreated: {
    stream: ofWorkspace,
    data: {
      workspaceId,
      name: 'Muster & Söhne',
      description: 'Buchhaltung',
      timezone: 'Europe/Berlin',
      trialStartsOn: '2026-11-21',
      trialEndsOn: '2026-12-21',
    },
  },
  WorkspaceSettingsChanged: {
    stream: ofWorkspace,
    data: {
      workspaceId,
      name: 'Muster GmbH',
      description: 'Einkauf',
      billingUser: 'rechnung@beispiel.example',
      billingAddressHash: addressHash,
      timezone: 'Europe/Vienna',
    },
  },
  ActivityPeriodAdded: {
    stream: ofWorkspace,
    data: {
      workspaceId,
      periodId,
      kind: 'period',
      startsOn: '2026-12-22',
      endsOn: '2027-12-21',
      seats: 25,
      reason: 'Rechnung 2026-117',
    },
  },
  ActivityPeriodChanged: {
    stream: ofWorkspace,
    data: { workspaceId, periodId, endsOn: '2027-06-30', reason: 'Gekündigt' },
  },
  TrialEnded: { stream: ofWorkspace, data: { workspaceId, endsOn: '2026-12-21' } },
  SubscriptionStarted: {
    stream: ofWorkspace,
    data: { workspaceId, startsOn: '2026-12-22', endsOn: '2027-12-21' },
  },
  SubscriptionEnded: { stream: ofWorkspace, data: { workspaceId, endsOn: '2027-12-21' } },
  PaymentReminderIssued: { stream: ofWorkspace, data: { workspaceId, endsOn: '2027-12-21' } },
  BillingAddressConfirmed: { stream: ofWorkspace, data: { workspaceId, billingAddressHash: 'hash' } },
  OnboardingCompleted: { stream: ofWorkspace, data: { workspaceId } },
  ParticipantInvited: {
    stream: ofWorkspace,
    data: {
      workspaceId,
      participantId: bernd.participantId,
      invitationId,
      addressHash,
      email: bernd.email,
      invitedBy: userId,
      role: 'regular user',
      approver: true,
      requester: false,
      generation: 1,
      expiresAt: '2026-11-28T10:00:00.000Z',
      language: 'de',
      name: 'Bernd Busch',
    },
  },
  InviteeNamed: { stream: ofWorkspace, data: { ...ofBernd, addressHash, name: 'Bernd Busch' } },
  HistoryContradicted: { stream: ofWorkspace, data: { workspaceId, witness: 'auditor.example/w1' } },
  NamesakeNoticed: {
    stream: ofWorkspace,
    data: { workspaceId, participantId, otherId: bernd.participantId },
  },
  ParticipantNamed: {
    stream: ofWorkspace,
    data: { workspaceId, participantId, userId, name: 'Anna Keller', accountRevision: 3 },
  },
  ParticipantJoined: {
    stream: ofWorkspace,
    data: {
      workspaceId,
      participantId,
      userId,
      addressHash,
      email,
      role: 'admin',
      approver: true,
      requester: true,
      invitationId: null,
    },
  },
  DeviceReminded: {
    stream: ofWorkspace,
    data: { ...ofBernd, userId: bernd.userId, remindedAt: '2026-11-28T10:00:00.000Z' },
  },
  InvitationRevoked: { stream: ofWorkspace, data: { ...ofBernd, invitationId } },
  InvitationExpired: {
    stream: ofWorkspace,
    data: {
      ...ofBernd,
      invitationId,
      generation: 1,
      expiresAt: '2026-11-28T10:00:00.000Z',
    },
  },
  ParticipantActivityChanged: {
    stream: ofWorkspace,
    data: { workspaceId, ...berndIs, active: false },
  },
  ParticipantRightsChanged: {
    stream: ofWorkspace,
    data: { workspaceId, ...berndIs, approver: true, requester: true },
  },
  ParticipantPromoted: { stream: ofWorkspace, data: { workspaceId, ...berndIs, role: 'admin' } },
  CallBackNumberChanged: {
    stream: ofWorkspace,
    data: {
      workspaceId,
      participantId,
      userId,
      number: '+4935147110',
      place: 1,
      countsFrom: '2026-03-03T10:00:00.000Z',
    },
  },
  CallBackNumberRemoved: { stream: ofWorkspace, data: { workspaceId, participantId, userId } },
  ...groupSamples,
  ...muteSamples,
  ParticipantRemoved: { stream: ofWorkspace, data: { workspaceId, ...berndIs } },
  DepartureAnnounced: { stream: ofWorkspace, data: { workspaceId, participantId, userId, deletionId } },
  DepartureCancelled: { stream: ofWorkspace, data: { workspaceId, participantId, userId } },
  ParticipantLeft: { stream: ofWorkspace, data: { workspaceId, participantId, userId } },
  WorkspaceClosed: { stream: ofWorkspace, data: { workspaceId, reason: 'last participant left' } },
  ...offerSamples,
  HistoryExported: { stream: ofWorkspace, data: { workspaceId, format: 'jsonl' } },
  WorkspaceDeleted: { stream: ofWorkspace, data: { workspaceId, erasesAt: '2026-12-22T10:00:00.000Z' } },
  RequestCreated: {
    stream: ofRequest,
    data: {
      requestId,
      workspaceId,
      type: 'approval',
      title: 'Überweisung an Lieferant freigeben',
      details: 'Rechnung 2026-117\n12.400 €',
      salt: 'c2FsdC1vZi1hLXNhbXBsZS0zMi1ieXRlcy1sb25nLWE',
      requesterId: bernd.participantId,
      requesterUserId: bernd.userId,
      requesterEmail: bernd.email,
      approverId: participantId,
      approverUserId: userId,
      approverEmail: email,
      expiresAt: '2026-11-28T10:00:00.000Z',
      workspaceRevision: 4,
      assurance: 'pin',
      evidence,
    },
  },
  CallDescribed: {
    stream: ofRequest,
    data: { requestId, workspaceId, asks: 'payment', call: 'was-called', calledBack: true },
  },
  ...requestSamples,
  RequestApproved: {
    stream: ofRequest,
    data: {
      ...decided,
      ...onBehalf,
      call: 'i-called',
      weak: ['pin', 'first-contact'],
      assurance: 'pin',
      evidence: { ...evidence, listed: { canonical: '{"v":1}', place: 2 } },
    },
  },
  RequestDeclined: {
    stream: ofRequest,
    data: { ...decided, ...onBehalf, assurance: 'session', reason: 'Falsche Bankverbindung' },
  },
  RequestWithdrawn: {
    stream: ofRequest,
    data: { requestId, workspaceId, participantId: bernd.participantId },
  },
  ReminderIssued: {
    stream: ofRequest,
    data: { requestId, workspaceId, reminder: 'day-before', remindedAt: '2026-03-08T10:00:00.000Z' },
  },
  RequestReminded: {
    stream: ofRequest,
    data: {
      requestId,
      workspaceId,
      participantId: bernd.participantId,
      remindedAt: '2026-03-02T10:00:00.000Z',
    },
  },
  RequestClosed: { stream: ofRequest, data: { requestId, workspaceId, reason: 'expired' } },
  ApprovalRefused: {
    stream: ofRequest,
    data: { requestId, workspaceId, participantId, userId, deviceId, reason: 'wrong-pin', triesLeft: 4 },
  },
  AssertionRefused: {
    stream: ofRequest,
    data: { requestId, workspaceId, participantId, userId, deviceId },
  },
  NumberRefused: {
    stream: ofRequest,
    data: {
      requestId,
      workspaceId,
      participantId,
      userId,
      deviceId,
      challenge: 'bHVZYzJkZTNmNGc1aDZpN2o4azlsMG0xbjJvM3A0cTU',
      triesLeft: 1,
      workspaceRevision: 4,
      locks: true,
    },
  },
  ...pairSamples,
  ...kindSamples,
  ...digestSamples,
  RequestReported: {
    stream: ofRequest,
    data: { requestId, workspaceId, participantId, userId, as: 'approver', workspaceRevision: 4 },
  },
  RequesterMuted: {
    stream: `mute-${participantId}`,
    data: {
      requestId,
      workspaceId,
      participantId,
      userId,
      until: '2026-03-02T10:15:00.000Z',
      workspaceRevision: 4,
    },
  },
  ...drillSamples,
  WorkingHoursChanged: {
    stream: ofWorkspace,
    data: { workspaceId, days: [1, 2, 3, 4, 5], from: '07:30', until: '16:00', holidays: 'DE-BY' },
  },
  DrillResultsChanged: { stream: ofWorkspace, data: { workspaceId, byPerson: true } },
  ManySidesAsked: {
    stream: `callAround-${participantId}`,
    data: {
      requestId,
      workspaceId,
      participantId,
      userId,
      askedBy: [userId],
      until: '2026-03-02T10:15:00.000Z',
      workspaceRevision: 4,
    },
  },
  CreationRefused: {
    stream: `refusedCreation-${requestId}`,
    data: {
      requestId,
      workspaceId,
      participantId: bernd.participantId,
      userId: bernd.userId,
      deviceId,
      reason: 'wrong-pin',
      triesLeft: 4,
    },
  },
  MailOutcomesRecorded: {
    stream: `mails-${causeId}`,
    data: {
      causeId,
      outcomes: [
        { purpose: 'request.created', recipient: userId, outcome: 'sent' },
        { purpose: 'request.created', recipient: bernd.userId, outcome: 'failed', reason: 'EENVELOPE 550' },
      ],
      sent: 1,
      dropped: 0,
      failed: 1,
      isFinal: true,
    },
  },
  IdentityLinkRequested: {
    stream: ofUser,
    data: {
      userId,
      email: 'ada@example.org',
      provider: 'microsoft',
      identityHash: 'i1:q3v0m3o9Yp2rN1s4x8b7cQ5d6e7f8g9h0i1j2k3l4m7',
      generation: 2,
    },
  },
  IdentityLinked: {
    stream: ofUser,
    data: { userId, provider: 'microsoft', identityHash: 'i1:Zx8v2n5Qk7Lr0tYw3Ab6Cd9Ef1Gh4Ij7Kl0Mn3Op6Qs' },
  },
  PeopleProtectionChanged: { stream: ofWorkspace, data: { workspaceId, protected: true } },
  BreakGlassAllowed: { stream: ofWorkspace, data: { workspaceId, allowed: true } },
  ProtectionLiftStarted: {
    stream: ofWorkspace,
    data: {
      workspaceId,
      liftId: invitationId,
      startedBy: userId,
      reason: 'Bernd has died',
      endsAt: '2026-03-09T10:00:00.000Z',
    },
  },
  ProtectionLiftStopped: { stream: ofWorkspace, data: { workspaceId, liftId: invitationId } },
  ProtectionLiftWithdrawn: { stream: ofWorkspace, data: { workspaceId, liftId: invitationId } },
  ProtectionLifted: {
    stream: ofWorkspace,
    data: { workspaceId, liftId: invitationId, reason: 'Bernd has died' },
  },
  ChangeAsked: {
    stream: ofWorkspace,
    data: {
      ...changed,
      participantId,
      userId,
      email,
      act: {
        kind: 'invite',
        participantId: bernd.participantId,
        invitationId,
        role: 'admin',
        approver: true,
        requester: false,
        language: 'de',
      },
      targetUserId: bernd.userId,
      targetEmail: bernd.email,
      addressHash,
      invitedEmail: bernd.email,
      invitedName: 'Bernd Busch',
      salt: 'c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ',
      number: '+4935147110',
      numberSalt: 'c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ',
      groupName: 'Treasury',
      groupSalt: 'Z3JvdXBzYWx0Z3JvdXBzYWx0Z3JvdXBzYWx0Z3JvdXA',
      requestKind: { before: null, after: approvedKind },
      kindSalt: 'a2luZHNhbHRraW5kc2FsdGtpbmRzYWx0a2luZHNhbHQ',
      expiresAt: '2026-03-09T10:00:00.000Z',
      further: 2,
    },
  },
  ChangeApproved: {
    stream: ofWorkspace,
    data: { ...changed, ...bernd, assurance: 'pin', evidence },
  },
  ChangeRefused: { stream: ofWorkspace, data: { ...changed, ...bernd } },
  ChangeWithdrawn: { stream: ofWorkspace, data: { ...changed, participantId, userId } },
  ChangeExpired: { stream: ofWorkspace, data: changed },
  ChangeOvertaken: { stream: ofWorkspace, data: { ...changed, ...bernd, reason: 'already' } },
  ChangeApprovalRefused: {
    stream: ofWorkspace,
    data: { ...changed, ...berndIs, deviceId, reason: 'wrong-pin', triesLeft: 4 },
  },
  PersonErased: { stream: ofUser, data: { userId, addressHash } },
  WorkspaceErased: { stream: ofWorkspace, data: { workspaceId } },
  ...opsSamples,
}
