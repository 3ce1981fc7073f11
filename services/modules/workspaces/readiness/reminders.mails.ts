import { letter, naming, phrase, type Given } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { safeName, type MembershipMail } from '#modules/workspaces/workspaces.mails.ts'

const words = {
  de: {
    subject: (by: string, name: string) => `${by} bittet Sie, Ihr Telefon für „${name}“ einzurichten`,
    kind: 'Einrichtung',
    text: (by: Given) =>
      naming`${by} bittet Sie, Ihr Telefon einzurichten. Ohne ein Gerät können Sie in diesem Workspace nichts signieren: weder freigeben noch einen Anruf prüfen.`,
    how: 'Öffnen Sie die App auf dem Telefon, und bestätigen Sie mit Fingerabdruck, Gesicht oder PIN. Das dauert eine Minute.',
    somebody: 'Ein Admin',
    facts: { by: 'Von' },
    open: 'Telefon einrichten',
    why: 'Sie erhalten diese E-Mail, weil Sie Mitglied dieses Workspace sind und noch kein Gerät haben, höchstens einmal am Tag.',
  },
  en: {
    subject: (by: string, name: string) => `${by} asks you to set up your phone for “${name}”`,
    kind: 'Set-up',
    text: (by: Given) =>
      naming`${by} asks you to set up your phone. Without a device you cannot sign anything in this workspace: neither approve nor check a call.`,
    how: 'Open the app on your phone and confirm with your fingerprint, face or PIN. It takes a minute.',
    somebody: 'An admin',
    facts: { by: 'By' },
    open: 'Set up the phone',
    why: 'You get this e-mail because you are a participant of this workspace and have no device yet, at most once a day.',
  },
}

/** To somebody who has joined and has no device. */
export const deviceReminderMail = (
  { language, workspaceName, by, doer }: MembershipMail,
  url: string,
): Mail => {
  const text = words[language]
  const name = safeName(workspaceName)
  return {
    subject: text.subject(doer ?? text.somebody, name),
    ...letter({
      language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [text.text(by ?? text.somebody), text.how],
      facts: by === null ? [] : [[text.facts.by, by]],
      action: { label: text.open, url },
      footer: [text.why],
    }),
  }
}
