import { inBoth } from '#contract/log-texts/in-both.ts'
import { LOG_TEXTS } from '#contract/log-texts/log-texts.ts'

/** The words of the exports for people that the page of the log does not need. */

const { en, de } = LOG_TEXTS

export const EXPORT_TEXTS = inBoth(
  {
    title: 'Audit log',
    checkpoint: 'Checkpoint',
    heads: {
      sequence: en.columns.sequence,
      at: (timezone: string) => `${en.columns.at} (${timezone})`,
      action: en.columns.action,
      outcome: en.columns.outcome,
      actor: en.columns.actor,
      actorEmail: 'E-mail address',
      role: 'Role',
      targetKind: en.columns.target,
      target: 'Title or name',
      targetEmail: 'E-mail address of the person concerned',
      changes: 'What changed',
      details: 'Details',
      assurance: 'Proof',
      mails: 'E-mails',
      recipients: 'Recipients of e-mails',
      ip: 'IP address',
      device: 'Device',
      utc: `${en.columns.at} (UTC)`,
      entryId: 'Entry id',
      actorId: 'Id of the person who acted',
      targetId: 'Id of what it concerns',
      requestId: 'Request id',
      hash: en.columns.hash,
    },
  },
  {
    title: 'Protokoll',
    checkpoint: 'Prüfpunkt',
    heads: {
      sequence: de.columns.sequence,
      at: (timezone) => `${de.columns.at} (${timezone})`,
      action: de.columns.action,
      outcome: de.columns.outcome,
      actor: de.columns.actor,
      actorEmail: 'E-Mail-Adresse',
      role: 'Rolle',
      targetKind: de.columns.target,
      target: 'Titel oder Name',
      targetEmail: 'E-Mail-Adresse der betroffenen Person',
      changes: 'Was sich änderte',
      details: 'Einzelheiten',
      assurance: 'Nachweis',
      mails: 'E-Mails',
      recipients: 'Empfänger der E-Mails',
      ip: 'IP-Adresse',
      device: 'Gerät',
      utc: `${de.columns.at} (UTC)`,
      entryId: 'Kennung',
      actorId: 'Kennung der handelnden Person',
      targetId: 'Kennung des Betroffenen',
      requestId: 'Kennung für den Support',
      hash: de.columns.hash,
    },
  },
)
