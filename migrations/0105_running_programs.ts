import type { Knex } from 'knex'

/**
 * The event types and versions that each running process can read. The row `before` stands for programs that announce nothing:
 * it names only what the oldest of them can read.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE running_programs (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      reads jsonb NOT NULL,
      seen_at timestamptz NOT NULL DEFAULT now()
    )`)
  await knex.raw(`
    INSERT INTO running_programs (name, reads)
    SELECT 'before', jsonb_object_agg(type, CASE WHEN type IN ('RequestCreated', 'RequestClosed') THEN 2 ELSE 1 END)
    FROM regexp_split_to_table('
      UserSignedUp ConfirmationRequested PasswordResetRequested PasswordChanged SignupRepeated EmailVerified
      IdentityLinkRequested IdentityLinked SessionReplayed UserLanguageChanged UserRoleRaised DeviceEnrolled
      DeviceDisabled DeviceRemoved DeletionRequested DeletionRefused AccountDeleted PersonErased AddressReserved
      AddressReleased WorkspaceCreated WorkspaceSettingsChanged ActivityPeriodAdded ActivityPeriodChanged TrialEnded
      SubscriptionStarted SubscriptionEnded PaymentReminderIssued OnboardingCompleted ParticipantInvited
      ParticipantJoined InvitationRevoked InvitationExpired ParticipantActivityChanged ParticipantRightsChanged
      ParticipantPromoted DepartureAnnounced DepartureCancelled ParticipantLeft ParticipantRemoved WorkspaceClosed
      OfferRequested WorkspaceDeleted WorkspaceErased RequestCreated RequestApproved RequestDeclined
      RequestWithdrawn RequestClosed ApprovalRefused AssertionRefused NumberRefused RequestReported CreationRefused
      ContactSent MailOutcomesRecorded ReadModelBuildStarted ReadModelPromoted ReadModelRolledBack
      ReadModelRetired ReadModelLanesRetried', '\\s+') AS type
    WHERE type <> ''`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
