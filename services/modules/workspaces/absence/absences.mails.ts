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
      own: 'Ihre Vertretung entscheidet in dieser Zeit für Sie über Anfragen um Freigabe. Wer Sie fragen will, sieht es vorher. Sie selbst können weiter entscheiden.',
      deputy:
        'Anfragen um Freigabe an diese Person stehen in dieser Zeit auch in Ihrem Eingang. Sie entscheiden sie im eigenen Namen für diese Person; so wird es signiert und protokolliert. Entscheiden Sie wie sonst auch nur, was Sie selbst geprüft haben.',
      ended: 'Anfragen entscheidet die Person wieder selbst.',
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
      own: 'Meanwhile your deputies decide for you what asks you for an approval. People who want to ask you see it before. You can still decide yourself.',
      deputy:
        'What asks this person for an approval is in your inbox too meanwhile. You decide it in your own name for this person, and it is signed and logged so. As always, decide only what you have checked yourself.',
      ended: 'The person decides requests themselves again.',
    },
    facts: { who: 'Person', from: 'Away from', until: 'Away until', deputies: 'Deputies', by: 'Set by' },
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
