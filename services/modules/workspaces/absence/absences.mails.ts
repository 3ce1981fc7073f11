import { letter, phrase, type Given, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, person, people, type Named } from '#modules/mails/people.ts'
import { localTime, safeName } from '#modules/workspaces/workspaces.mails.ts'

export type AbsenceMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly timezone: string
  /** Who set it or ended it; null once erased. */
  readonly by: Given | null
  readonly absent: Named
  /** Whether the reader is the one who is away. */
  readonly isOwn: boolean
  /** Null: it was ended before its time. */
  readonly set: { readonly from: Date; readonly until: Date; readonly deputies: readonly Named[] } | null
  readonly url: string
}

const words = {
  de: {
    kind: 'Workspace',
    somebody: 'eine Person',
    own: 'Ihre Abwesenheit ist eingetragen',
    ownEnded: 'Ihre Abwesenheit ist beendet',
    deputy: (who: string) => `Sie vertreten ${who}`,
    deputyEnded: (who: string) => `Sie vertreten ${who} nicht mehr`,
    text: {
      own: 'Wer Sie um eine Freigabe bitten will, sieht vorher, bis wann Sie weg sind und wer stattdessen gefragt werden kann. Sie selbst können weiter entscheiden.',
      deputy:
        'Wer diese Person um eine Freigabe bitten will, sieht, dass stattdessen Sie gefragt werden können. Entscheiden Sie wie sonst auch nur, was Sie selbst geprüft haben.',
      ended: 'Anfragen gehen wieder an die Person selbst.',
    },
    facts: {
      who: 'Person',
      from: 'Abwesend ab',
      until: 'Abwesend bis',
      deputies: 'Vertretung',
      by: 'Eingetragen von',
    },
    nobody: 'niemand',
    view: 'Ansehen',
    open: 'App öffnen',
    why: {
      own: 'Das waren Sie nicht? Beenden Sie die Abwesenheit, ändern Sie Ihr Passwort und informieren Sie sofort Ihren Admin.',
      deputy: 'Wussten Sie davon nichts? Fragen Sie die Person, die Sie vertreten sollen.',
    },
  },
  en: {
    kind: 'Workspace',
    somebody: 'a person',
    own: 'Your absence is set',
    ownEnded: 'Your absence has ended',
    deputy: (who: string) => `You are a deputy of ${who}`,
    deputyEnded: (who: string) => `You are no longer a deputy of ${who}`,
    text: {
      own: 'Whoever wants to ask you for an approval sees before until when you are away, and who can be asked instead. You can still decide yourself.',
      deputy:
        'Whoever wants to ask this person for an approval sees that you can be asked instead. As always, decide only what you have checked yourself.',
      ended: 'Requests go to the person again.',
    },
    facts: { who: 'Person', from: 'Away from', until: 'Away until', deputies: 'Asked instead', by: 'Set by' },
    nobody: 'nobody',
    view: 'View it',
    open: 'Open the app',
    why: {
      own: 'If that was not you, end the absence, change your password and tell your admin immediately.',
      deputy: 'If you did not expect this, ask the person whose deputy you are.',
    },
  },
} as const

const titleOf = ({ language, absent, isOwn, set }: AbsenceMail): string => {
  const text = words[language]
  if (isOwn) return set === null ? text.ownEnded : text.own
  return (set === null ? text.deputyEnded : text.deputy)(inSubject(absent, text.somebody))
}

/** To the one who is away, and to the deputies. */
export const absenceMail = (mailed: AbsenceMail): Mail => {
  const { language, timezone, by, absent, isOwn, set, url } = mailed
  const text = words[language]
  const { facts } = text
  const name = safeName(mailed.workspaceName)
  const title = titleOf(mailed)
  const said = set === null ? text.text.ended : isOwn ? text.text.own : text.text.deputy
  const times: readonly (readonly [string, string | Phrase])[] =
    set === null
      ? []
      : [
          [facts.from, localTime(language, set.from, timezone)],
          [facts.until, localTime(language, set.until, timezone)],
          [facts.deputies, set.deputies.length === 0 ? text.nobody : people(set.deputies, text.somebody)],
        ]
  return {
    subject: `${title} – ${name}`,
    ...letter({
      language,
      kind: text.kind,
      title,
      paragraphs: [said],
      facts: [
        ...(isOwn ? [] : [[facts.who, person(absent, text.somebody)] as const]),
        ...times,
        ...(by === null ? [] : [[facts.by, by] as const]),
        ['Workspace', phrase`${name}`],
      ],
      action: { label: isOwn ? text.view : text.open, url },
      footer: [isOwn ? text.why.own : text.why.deputy],
    }),
  }
}
