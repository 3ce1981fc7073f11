import { letter, phrase, type Given } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, person, type Named } from '#modules/mails/people.ts'
import { localTime, safeName } from '#modules/workspaces/workspaces.mails.ts'

export type CallBackMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly timezone: string
  readonly at: Date
  /** Who changed it; null once erased. */
  readonly by: Given | null
  /** The person whose number it is. */
  readonly owner: Named
  readonly isOwner: boolean
  /** Null: the number was removed. */
  readonly set: { readonly number: string; readonly countsFrom: Date } | null
  readonly url: string
}

const words = {
  de: {
    kind: 'Workspace',
    changed: (owner: string | null) =>
      owner === null ? 'Ihre Rückrufnummer wurde geändert' : `Rückrufnummer von ${owner} geändert`,
    removed: (owner: string | null) =>
      owner === null ? 'Ihre Rückrufnummer wurde entfernt' : `Rückrufnummer von ${owner} entfernt`,
    waits:
      'Die neue Nummer gilt erst nach einer Wartezeit. Bis dahin gilt die bisherige, falls es eine gibt.',
    counts: 'Ein zweiter Admin hat die neue Nummer freigegeben. Sie gilt ab sofort.',
    gone: 'Bis eine neue Nummer gilt, gibt es keinen Rückruf unter einer hinterlegten Nummer.',
    facts: { owner: 'Person', number: 'Neue Nummer', from: 'Gilt ab', by: 'Geändert von', at: 'Geändert am' },
    view: { owner: 'Nummer ansehen', admin: 'Workspace ansehen' },
    why: {
      owner:
        'Das waren Sie nicht? Entfernen Sie die Nummer, ändern Sie Ihr Passwort und informieren Sie sofort Ihren Admin.',
      admin:
        'Wussten Sie davon nichts? Fragen Sie die Person selbst, aber nicht unter der neuen Nummer, und entfernen Sie die Nummer im Zweifel.',
    },
  },
  en: {
    kind: 'Workspace',
    changed: (owner: string | null) =>
      owner === null ? 'Your call-back number was changed' : `Call-back number of ${owner} changed`,
    removed: (owner: string | null) =>
      owner === null ? 'Your call-back number was removed' : `Call-back number of ${owner} removed`,
    waits:
      'The new number counts only after a waiting time. Until then the number before counts, if there is one.',
    counts: 'A second admin has approved the new number. It counts from now on.',
    gone: 'Until a new number counts, nobody can call back on a number on file.',
    facts: { owner: 'Person', number: 'New number', from: 'Counts from', by: 'Changed by', at: 'Changed on' },
    view: { owner: 'View the number', admin: 'View the workspace' },
    why: {
      owner: 'If that was not you, remove the number, change your password and tell your admin immediately.',
      admin:
        'If you did not expect this, ask the person, but not on the new number, and remove the number if in doubt.',
    },
  },
} as const

/** To the person and all admins, about a new call-back number or the removal of one. */
export const callBackMail = (mailed: CallBackMail): Mail => {
  const { language, timezone, at, by, owner, isOwner, set, url } = mailed
  const text = words[language]
  const name = safeName(mailed.workspaceName)
  const of = isOwner ? null : inSubject(owner, '')
  const title = set === null ? text.removed(of) : text.changed(of)
  const { facts } = text
  return {
    subject: `${title} – ${name}`,
    ...letter({
      language,
      kind: text.kind,
      title,
      paragraphs: [set === null ? text.gone : set.countsFrom > at ? text.waits : text.counts],
      facts: [
        ...(isOwner ? [] : [[facts.owner, person(owner, '')] as const]),
        ...(set === null
          ? []
          : [
              [facts.number, set.number] as const,
              [facts.from, localTime(language, set.countsFrom, timezone)] as const,
            ]),
        ...(by === null ? [] : [[facts.by, by] as const]),
        [facts.at, localTime(language, at, timezone)],
        ['Workspace', phrase`${name}`],
      ],
      action: { label: isOwner ? text.view.owner : text.view.admin, url },
      footer: [isOwner ? text.why.owner : text.why.admin],
    }),
  }
}
