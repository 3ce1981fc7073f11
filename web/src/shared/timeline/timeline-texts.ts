import type { Timeline } from '#contract/requests/timeline.ts'
import { createTexts } from '../texts/create-texts.ts'

/** A call check is verified, not approved. */
type Kind = Timeline[number]['kind'] | 'verified'
const english: Readonly<Record<Kind, (count: number) => string>> = {
  asked: () => 'Asked',
  notified: (count) =>
    count === 1 ? 'Notification delivered' : `Notifications delivered to ${count} people`,
  mailed: (count) => (count === 1 ? '1 mail sent' : `${count} mails sent`),
  opened: () => 'Opened',
  reminded: () => 'Reminded',
  escalated: () => 'Also asked to decide',
  parked: () => 'Waits for enough people',
  unparked: () => 'Enough people: they are asked',
  approved: () => 'Approved',
  'glass-broken': () => 'Emergency: approved by one admin alone',
  'glass-confirmed': () => 'Emergency approval confirmed',
  verified: () => 'Verified',
  declined: () => 'Declined',
  withdrawn: () => 'Withdrawn',
  expired: () => 'Expired without an answer',
  closed: () => 'Closed',
  reported: () => 'Reported as suspicious',
}
const german: typeof english = {
  asked: () => 'Gestellt',
  notified: (count) => (count === 1 ? 'Mitteilung zugestellt' : `Mitteilung an ${count} Personen zugestellt`),
  mailed: (count) => (count === 1 ? '1 Mail gesendet' : `${count} Mails gesendet`),
  opened: () => 'Geöffnet',
  reminded: () => 'Erinnert',
  escalated: () => 'Zusätzlich um Entscheidung gebeten',
  parked: () => 'Wartet auf genug Personen',
  unparked: () => 'Genug Personen: Sie sind gefragt',
  approved: () => 'Freigegeben',
  'glass-broken': () => 'Notfall: von einem Admin allein freigegeben',
  'glass-confirmed': () => 'Notfreigabe gegengezeichnet',
  verified: () => 'Bestätigt',
  declined: () => 'Abgelehnt',
  withdrawn: () => 'Zurückgezogen',
  expired: () => 'Ohne Antwort abgelaufen',
  closed: () => 'Geschlossen',
  reported: () => 'Als verdächtig gemeldet',
}

export const timelineTexts = createTexts(
  { title: 'What happened', steps: english, erased: 'deleted user' },
  { title: 'Verlauf', steps: german, erased: 'gelöschter Benutzer' },
)
