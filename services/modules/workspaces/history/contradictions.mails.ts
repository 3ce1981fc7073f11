import { letter, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { localTime, safeName } from '#modules/workspaces/workspaces.mails.ts'

export type ContradictionMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly witness: string
  readonly at: Date
  readonly timezone: string
  readonly url: string
}

const words = {
  de: {
    kind: 'Protokoll',
    title: 'Ein Zeuge hat einen anderen Verlauf gesehen',
    subject: 'Warnung: Ein Zeuge hat einen anderen Verlauf des Protokolls gesehen',
    text: 'Das Protokoll dieses Workspace ist nicht mehr das, was der Zeuge früher gesehen und unterschrieben hat. Jemand hat Vergangenes geändert, oder neuere Einträge sind verloren, etwa weil eine ältere Sicherung eingespielt wurde.',
    advice:
      'Verlassen Sie sich vorerst nicht auf das Protokoll. Sichern Sie jetzt seinen Prüfpunkt, lassen Sie sich vom Zeugen seinen geben, und heben Sie beide auf: Zusammen beweisen sie, was geschehen ist. Fragen Sie dann den Betreiber, auf einem Weg, den Sie kennen.',
    facts: { witness: 'Zeuge', at: 'Gemeldet am', workspace: 'Workspace' },
    open: 'Protokoll ansehen',
    why: 'Sie erhalten diese E-Mail, weil Sie in diesem Workspace Admin sind. Für diesen Zeugen kommt sie nur einmal.',
  },
  en: {
    kind: 'Audit log',
    title: 'A witness has seen another history',
    subject: 'Warning: a witness has seen another history of the audit log',
    text: 'The audit log of this workspace is no longer the one that the witness saw and signed earlier. Somebody changed the past, or newer entries are lost, for instance because an older backup was restored.',
    advice:
      'Do not rely on the audit log for now. Save its checkpoint today, ask the witness for theirs, and keep both: together they prove what happened. Then ask who runs this installation, by a way that you know.',
    facts: { witness: 'Witness', at: 'Reported on', workspace: 'Workspace' },
    open: 'View the audit log',
    why: 'You are receiving this e-mail because you are an admin of this workspace. It is sent once for this witness.',
  },
}

/** To each admin. */
export const contradictionMail = (mailed: ContradictionMail): Mail => {
  const { language, witness, at, timezone, url } = mailed
  const text = words[language]
  const workspace = safeName(mailed.workspaceName)
  return {
    subject: `${text.subject} – ${workspace}`,
    ...letter({
      language,
      kind: text.kind,
      title: text.title,
      paragraphs: [text.text, text.advice],
      facts: [
        [text.facts.witness, [{ given: witness }]],
        [text.facts.at, phrase`${localTime(language, at, timezone)}`],
        [text.facts.workspace, phrase`${workspace}`],
      ],
      action: { label: text.open, url },
      footer: [text.why],
    }),
  }
}
