import { naming } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { askingMail, type MailedRequest } from './requests.mails.ts'
import type { Kind } from './word-kinds.mails.ts'

const words: Record<'de' | 'en', Kind> = {
  de: {
    kind: 'Erinnerung',
    subject: (by) => `Erinnerung von ${by}`,
    text: (by) =>
      naming`${by} erinnert Sie an diese Anfrage, über die noch nicht entschieden ist. Die Einzelheiten sehen Sie auf Ihrem Telefon.`,
  },
  en: {
    kind: 'Reminder',
    subject: (by) => `Reminder from ${by}`,
    text: (by) =>
      naming`${by} reminds you of this request, which nobody has decided yet. You will find the details on your phone.`,
  },
}

/** To the approvers of an approval that waits. */
export const requestRemindedMail = (language: 'de' | 'en', mailed: MailedRequest): Mail =>
  askingMail(language, mailed, words[language])

const byTime: Record<'de' | 'en', Kind> = {
  de: {
    kind: 'Noch offen',
    subject: (by) => `Wartet noch auf Sie, von ${by}`,
    text: (by) =>
      naming`Diese Anfrage von ${by} wartet noch auf Ihre Entscheidung. Ohne sie läuft die Anfrage ab, und nichts ist freigegeben. Die Einzelheiten sehen Sie auf Ihrem Telefon.`,
  },
  en: {
    kind: 'Still open',
    subject: (by) => `Still waits for you, from ${by}`,
    text: (by) =>
      naming`This request from ${by} still waits for your decision. Without it the request expires, and nothing is approved. You will find the details on your phone.`,
  },
}

/** To the approvers of an approval, once its time has come. */
export const reminderDueMail = (language: 'de' | 'en', mailed: MailedRequest): Mail =>
  askingMail(language, mailed, byTime[language])

const escalated: Record<'de' | 'en', Kind> = {
  de: {
    kind: 'Bitte um Freigabe',
    subject: (by) => `${by} bittet jetzt auch Sie um Freigabe`,
    text: (by) =>
      naming`${by} bittet um Ihre Freigabe: Über diese Anfrage ist noch nicht entschieden, und nach der Regel des Workspace werden jetzt auch Sie gefragt. Die zuerst Gefragten können weiterhin entscheiden. Die Einzelheiten sehen Sie auf Ihrem Telefon.`,
  },
  en: {
    kind: 'Request for approval',
    subject: (by) => `${by} now asks for your approval too`,
    text: (by) =>
      naming`${by} is asking for your approval: this request has not been decided yet, and by the rule of the workspace you are asked now too. Those who were asked first may still decide. You will find the details on your phone.`,
  },
}

/** To those who are asked later. */
export const requestEscalatedMail = (language: 'de' | 'en', mailed: MailedRequest): Mail =>
  askingMail(language, mailed, escalated[language])
