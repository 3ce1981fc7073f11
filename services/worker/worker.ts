import { accountMails } from '#modules/accounts/accounts.mail-kinds.ts'
import { accountPushes } from '#modules/accounts/accounts.push-kinds.ts'
import { accountReactor } from '#modules/accounts/accounts.reactor.ts'
import { createOwnNames } from '#modules/accounts/own-names.ts'
import { deletionReactor } from '#modules/accounts/deletion/deletion.reactor.ts'
import { runDeferredCalls } from '#modules/accounts/deferred/run-deferred.ts'
import { forgetSessions } from '#modules/accounts/sessions/session.store.ts'
import { recordPasswordChanges } from '#modules/accounts/passwords/record-password-changes.ts'
import { recordGuesses } from '#modules/accounts/passwords/record-guesses.ts'
import { recordReplays } from '#modules/accounts/sessions/record-replays.ts'
import { contactMails } from '#modules/contacts/contacts.mail-kinds.ts'
import type { MailKind } from '#modules/mails/mail-kind.ts'
import { recordSteps } from '#modules/operations/record-steps.ts'
import { forgetCallChecks } from '#modules/requests/call-check/call-check.store.ts'
import { forgetPairTries } from '#modules/requests/pairs/pair-try.store.ts'
import { sweepFiles } from '#modules/requests/files/files.ts'
import { digestMail } from '#modules/requests/digests/digests.mail-kinds.ts'
import { drillPushes } from '#modules/requests/drills/drills.push-kinds.ts'
import { drillMails } from '#modules/requests/drills/drills.mail-kinds.ts'
import { glassMails } from '#modules/requests/glass/glass.mail-kinds.ts'
import { parkedMails } from '#modules/requests/parking/parked-requests.mail-kinds.ts'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { requestPushes } from '#modules/requests/notices/requests.push-kinds.ts'
import { paymentRunReactor } from '#modules/requests/payment-run/payment-runs.reactor.ts'
import { forgetPayees } from '#modules/requests/payment-run/known-payee.store.ts'
import { createKindWriter } from '#modules/requests/kinds/kind-writer.ts'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { namesakeMails } from '#modules/workspaces/participants/namesakes.mail-kinds.ts'
import { namesakeReactor } from '#modules/workspaces/participants/namesakes.reactor.ts'
import { rightsMails } from '#modules/workspaces/participants/rights.mail-kinds.ts'
import { absenceMails } from '#modules/workspaces/absence/absences.mail-kinds.ts'
import { callBackMails } from '#modules/workspaces/call-back/call-backs.mail-kinds.ts'
import { kindReactor } from '#modules/workspaces/changes/kind-changes.ts'
import { changeMails } from '#modules/workspaces/changes/changes.mail-kinds.ts'
import { changePushes } from '#modules/workspaces/changes/changes.push-kinds.ts'
import { liftMails } from '#modules/workspaces/protection/lifts.mail-kinds.ts'
import { liftPushes } from '#modules/workspaces/protection/lifts.push-kinds.ts'
import { approvalMuteMails } from '#modules/workspaces/mutes/approval-mutes.mail-kinds.ts'
import { createMemberships } from '#modules/workspaces/participants/memberships.ts'
import { devicePushes } from '#modules/accounts/devices/devices.push-kinds.ts'
import {
  participantDeviceMails,
  participantDevicePushes,
} from '#modules/workspaces/participants/participant-devices.mail-kinds.ts'
import { createReportDevices } from '#modules/workspaces/participants/report-devices.ts'
import { createTellName } from '#modules/workspaces/participants/tell-name.ts'
import { showToWitnesses } from '#modules/workspaces/history/show-to-witnesses.ts'
import { stampLogs } from '#modules/workspaces/history/stamp-logs.ts'
import { eraseDueWorkspaces } from '#modules/workspaces/erase-workspace.ts'
import { contradictionMails } from '#modules/workspaces/history/contradictions.mail-kinds.ts'
import { offerMails } from '#modules/workspaces/subscription/offers.mail-kinds.ts'
import { subscriptionMails } from '#modules/workspaces/subscription/subscription.mail-kinds.ts'
import { reminderMails } from '#modules/workspaces/readiness/reminders.mail-kinds.ts'
import { workspaceMails } from '#modules/workspaces/workspaces.mail-kinds.ts'
import { forgetChallenges } from '#platform/secrets/challenges.ts'
import { forgetFingerprints } from '#platform/commands/fingerprints.ts'
import { forgetIdempotencyKeys } from '#platform/commands/idempotency-keys.ts'
import { forgetStreams } from '#platform/limits/open-streams.ts'
import { forgetPages } from '#platform/push/reach.ts'
import type { Platform } from '#platform/platform.ts'
import { forgetTimeStamps } from '#platform/time-stamps/stamped-logs.ts'
import { forgetWitnessedLogs } from '#platform/witnesses/witnessed-logs.ts'
import type { CommandReactor } from '#platform/effects/reactors.ts'
import { forgetCounters } from '#platform/limits/throttle.ts'
import { erasureReactor } from './erasure-reactor.ts'
import { mailSeals } from './mail-seals.ts'
import { storeSeals } from './store-seals.ts'
import { recordDeadlines } from './deadlines.ts'
import { repeatErasures } from './repeat-erasures.ts'
import { buildEffects, typesOf, type EffectOptions, type Effects } from './effects.ts'

export const mailKinds: readonly MailKind[] = [
  ...accountMails,
  ...workspaceMails,
  ...changeMails,
  ...liftMails,
  ...rightsMails,
  ...reminderMails,
  ...callBackMails,
  ...absenceMails,
  ...namesakeMails,
  ...contradictionMails,
  ...approvalMuteMails,
  ...participantDeviceMails,
  ...offerMails,
  ...glassMails,
  ...parkedMails,
  ...subscriptionMails,
  ...requestMails,
  digestMail,
  ...drillMails,
  ...contactMails,
]

const pushKinds = [
  ...requestPushes,
  ...drillPushes,
  ...accountPushes,
  ...devicePushes,
  ...participantDevicePushes,
  ...changePushes,
  ...liftPushes,
]

const reactors = (platform: Platform): readonly CommandReactor[] => [
  accountReactor(platform, createReportDevices(platform), {
    told: createOwnNames(platform).told,
    tellName: createTellName(platform),
  }),
  requestReactor(platform),
  kindReactor(platform, createKindWriter(platform)),
  paymentRunReactor(platform),
  namesakeReactor(platform),
  deletionReactor(platform, createMemberships(platform)),
  erasureReactor(platform),
]

/** The followers of this worker by checkpoint name, and the event types that they handle. */
export const followers = (
  platform: Platform,
): readonly { readonly name: string; readonly types: ReadonlySet<string> }[] => [
  { name: 'mails', types: typesOf({ mailKinds, pushKinds }) },
  ...reactors(platform).map(({ name, on }) => ({ name, types: new Set(Object.keys(on)) })),
]

const sealLog = async ({ seals }: Platform): Promise<void> => void (await seals?.seal())

/** Run at every tick. */
const chores: EffectOptions['chores'] = [
  recordDeadlines,
  eraseDueWorkspaces,
  runDeferredCalls,
  recordReplays,
  recordGuesses,
  (platform) => recordPasswordChanges(platform),
  recordSteps,
  forgetSessions,
  forgetCallChecks,
  forgetChallenges,
  forgetPairTries,
  sweepFiles,
  forgetPayees,
  forgetWitnessedLogs,
  forgetTimeStamps,
  forgetPages,
  forgetStreams,
  forgetCounters,
  forgetFingerprints,
  forgetIdempotencyKeys,
  sealLog,
  (platform) => mailSeals(platform),
  (platform) => storeSeals(platform),
  showToWitnesses,
  stampLogs,
]

/** Builds the reactions to facts: commands on other streams, mails and pushes. */
export const buildWorker = (platform: Platform, given: Partial<EffectOptions> = {}): Effects =>
  buildEffects(platform, { mailKinds, pushKinds, reactors: reactors(platform), chores, ...given })

/**
 * Starts the worker after it has finished erasures that a crash or a restore left undone. Stops what it started
 * when it fails. Throws DamagedLedger.
 */
export const startWorker = async (platform: Platform): Promise<Effects> => {
  const repeatedErasures = await repeatErasures(platform)
  const worker = buildWorker(platform)
  try {
    await worker.start()
    // Only after every checkpoint was checked against the store: new events would hide a mismatch.
    await repeatedErasures.append()
    return worker
  } catch (error) {
    await worker.stop()
    throw error
  }
}
