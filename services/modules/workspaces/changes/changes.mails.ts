import type { Change, ChangeState } from '#contract/workspaces/change.ts'
import { letter, naming, phrase, plain, unlinked, type Given, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, person, type Named } from '#modules/mails/people.ts'
import { SETTINGS, settingOf } from './setting-words.mails.ts'
import { localTime, safeName } from '#modules/workspaces/workspaces.mails.ts'

/** What an admin did, or wants to do. `person`: an invitation takes the address as it was typed; null for the workspace, and once erased. */
export type Deed = {
  readonly action: Change['action']
  readonly person: Named | null
  /** The name of the group or kind of request that it is about. */
  readonly group?: string | null
  /** Whether it makes somebody an admin, or is about one. */
  readonly isAdmin: boolean
  /** Whether it switches the protection on or off. Null: neither. */
  readonly protects: boolean | null
  /** Whether it allows or forbids that an admin alone decides what nobody can decide in time. */
  readonly breakGlass?: boolean | null
}

type Common = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly timezone: string
  readonly at: Date
  /** The admin who acts; null for the product itself, and once erased. */
  readonly by: Given | null
  /** The same, short, for subjects. */
  readonly doer: string | null
  readonly url: string
}
export type ChangeMail = Common & {
  readonly deed: Deed
  readonly state: Exclude<ChangeState, 'withdrawn'>
  readonly expiresAt: Date
  /** Whether the reader is an active admin. Others may have asked for a change of their own call-back number. */
  readonly isAdmin: boolean
  /** How many more wait. */
  readonly further: number
}

const words = {
  de: {
    kind: 'Workspace',
    somebody: 'eine Person',
    deeds: {
      'workspace.settings-changed': (deed: Deed) => settingOf(deed, SETTINGS.de)[0],
      'workspace.deleted': () => naming`Workspace löschen`,
      'participant.invited': ({ isAdmin }: Deed, who: Given) =>
        isAdmin ? phrase`${who} als Admin einladen` : phrase`${who} als freigebende Person einladen`,
      'participant.rights-changed': (_: Deed, who: Given) => naming`${who} zur freigebenden Person machen`,
      'participant.promoted': (_: Deed, who: Given) => naming`${who} zum Admin machen`,
      'participant.activated': (_: Deed, who: Given) => naming`${who} wieder aktivieren`,
      'participant.deactivated': (_: Deed, who: Given) => naming`Admin ${who} deaktivieren`,
      'participant.removed': (_: Deed, who: Given) => naming`Admin ${who} entfernen`,
      'participant.call-back-changed': (_: Deed, who: Given) => naming`Rückrufnummer von ${who} ändern`,
      'participant.absence-set': (_: Deed, who: Given) =>
        naming`Abwesenheit und Vertretung von ${who} festlegen`,
      'group.written': ({ group }: Deed) => phrase`Gruppe ${group ?? ''} festlegen`,
      'group.removed': ({ group }: Deed) => phrase`Gruppe ${group ?? ''} entfernen`,
      'kind.written': ({ group }: Deed) => phrase`Art von Anfragen ${group ?? ''} festlegen`,
    },
    asks: (by: string) => `${by} bittet Sie, über eine Änderung zu entscheiden`,
    somebodyDid: 'Ein Admin',
    did: {
      'workspace.settings-changed': (by: string, _: string, deed: Deed) =>
        `${by} ${settingOf(deed, SETTINGS.de)[1]}`,
      'workspace.deleted': (by: string) => `${by} hat den Workspace gelöscht`,
      'participant.invited': (by: string, who: string, { isAdmin }: Deed) =>
        `${by} hat ${who} als ${isAdmin ? 'Admin' : 'freigebende Person'} eingeladen`,
      'participant.rights-changed': (by: string, who: string) => `${by} lässt ${who} jetzt freigeben`,
      'participant.promoted': (by: string, who: string) => `${by} hat ${who} zum Admin gemacht`,
      'participant.activated': (by: string, who: string) => `${by} hat ${who} wieder aktiviert`,
      'participant.deactivated': (by: string, who: string) => `${by} hat den Admin ${who} deaktiviert`,
      'participant.removed': (by: string, who: string) => `${by} hat den Admin ${who} entfernt`,
      'participant.call-back-changed': (by: string, who: string) =>
        `${by} hat die Rückrufnummer von ${who} geändert`,
      'participant.absence-set': (by: string, who: string) =>
        `${by} hat Abwesenheit und Vertretung von ${who} festgelegt`,
      'group.written': (by: string, _: string, { group }: Deed) =>
        `${by} hat die Gruppe ${safeName(group ?? '')} festgelegt`,
      'group.removed': (by: string, _: string, { group }: Deed) =>
        `${by} hat die Gruppe ${safeName(group ?? '')} entfernt`,
      'kind.written': (by: string, _: string, { group }: Deed) =>
        `${by} hat die Art von Anfragen ${safeName(group ?? '')} festgelegt`,
    },
    states: {
      pending: [
        'Eine Änderung wartet auf Sie',
        'Ein Admin möchte etwas ändern, worüber ein zweiter Admin entscheidet. Prüfen Sie es, am besten in einem Gespräch, und stimmen Sie mit Ihrem Gerät zu oder lehnen Sie ab.',
      ],
      done: ['Ihre Änderung ist ausgeführt', 'Ein zweiter Admin hat sie freigegeben.'],
      refused: [
        'Ihre Änderung wurde abgelehnt',
        'Ein anderer Admin hat sie abgelehnt. Es hat sich nichts geändert.',
      ],
      expired: [
        'Ihre Änderung ist abgelaufen',
        'Niemand hat in sieben Tagen darüber entschieden. Es hat sich nichts geändert.',
      ],
      overtaken: [
        'Ihre Änderung ist überholt',
        'Inzwischen hat sich etwas anderes geändert, sodass sie nicht mehr möglich ist.',
      ],
    },
    further: (count: number) => `Mit ihr warten ${count} weitere Änderungen.`,
    facts: { what: 'Änderung', by: 'Von', at: 'Am', until: 'Wartet bis' },
    view: 'Änderung ansehen',
    open: 'Workspace ansehen',
    number: 'Nummer ansehen',
    deed: {
      title: 'Es hat sich geändert, wer entscheidet',
      text: 'Ein Admin hat geändert, wer in diesem Workspace entscheidet oder welche Regeln gelten.',
    },
    why: 'Sie erhalten diese E-Mail, weil Sie in diesem Workspace Admin sind. War das nicht abgesprochen, fragen Sie nach.',
    whyAsker:
      'Sie erhalten diese E-Mail, weil Sie diese Änderung angefragt haben. Das waren Sie nicht? Ändern Sie Ihr Passwort und informieren Sie sofort Ihren Admin.',
  },
  en: {
    kind: 'Workspace',
    somebody: 'a person',
    deeds: {
      'workspace.settings-changed': (deed: Deed) => settingOf(deed, SETTINGS.en)[0],
      'workspace.deleted': () => naming`Delete the workspace`,
      'participant.invited': ({ isAdmin }: Deed, who: Given) =>
        isAdmin ? phrase`Invite ${who} as an admin` : phrase`Invite ${who} as an approver`,
      'participant.rights-changed': (_: Deed, who: Given) => naming`Make ${who} an approver`,
      'participant.promoted': (_: Deed, who: Given) => naming`Make ${who} an admin`,
      'participant.activated': (_: Deed, who: Given) => naming`Activate ${who} again`,
      'participant.deactivated': (_: Deed, who: Given) => naming`Deactivate the admin ${who}`,
      'participant.removed': (_: Deed, who: Given) => naming`Remove the admin ${who}`,
      'participant.call-back-changed': (_: Deed, who: Given) => naming`Change the call-back number of ${who}`,
      'participant.absence-set': (_: Deed, who: Given) =>
        naming`Set when ${who} is away, and who decides meanwhile`,
      'group.written': ({ group }: Deed) => phrase`Set who is in the group ${group ?? ''}`,
      'group.removed': ({ group }: Deed) => phrase`Remove the group ${group ?? ''}`,
      'kind.written': ({ group }: Deed) => phrase`Set the kind of request ${group ?? ''}`,
    },
    asks: (by: string) => `${by} asks you to decide a change`,
    somebodyDid: 'An admin',
    did: {
      'workspace.settings-changed': (by: string, _: string, deed: Deed) =>
        `${by} ${settingOf(deed, SETTINGS.en)[1]}`,
      'workspace.deleted': (by: string) => `${by} deleted the workspace`,
      'participant.invited': (by: string, who: string, { isAdmin }: Deed) =>
        `${by} invited ${who} as an ${isAdmin ? 'admin' : 'approver'}`,
      'participant.rights-changed': (by: string, who: string) => `${by} made ${who} an approver`,
      'participant.promoted': (by: string, who: string) => `${by} made ${who} an admin`,
      'participant.activated': (by: string, who: string) => `${by} activated ${who} again`,
      'participant.deactivated': (by: string, who: string) => `${by} deactivated the admin ${who}`,
      'participant.removed': (by: string, who: string) => `${by} removed the admin ${who}`,
      'participant.call-back-changed': (by: string, who: string) =>
        `${by} changed the call-back number of ${who}`,
      'participant.absence-set': (by: string, who: string) =>
        `${by} set when ${who} is away, and who decides meanwhile`,
      'group.written': (by: string, _: string, { group }: Deed) =>
        `${by} set who is in the group ${safeName(group ?? '')}`,
      'group.removed': (by: string, _: string, { group }: Deed) =>
        `${by} removed the group ${safeName(group ?? '')}`,
      'kind.written': (by: string, _: string, { group }: Deed) =>
        `${by} set the kind of request ${safeName(group ?? '')}`,
    },
    states: {
      pending: [
        'A change waits for you',
        'An admin wants to change something that a second admin decides. Check it, best by talking to them, and approve it with your device or refuse it.',
      ],
      done: ['Your change is done', 'A second admin has approved it.'],
      refused: ['Your change was refused', 'Another admin has refused it. Nothing has changed.'],
      expired: ['Your change has expired', 'Nobody decided it within seven days. Nothing has changed.'],
      overtaken: [
        'Your change was overtaken',
        'Something else has changed meanwhile, so that it is not possible any more.',
      ],
    },
    further: (count: number) => `${count} more changes wait with it.`,
    facts: { what: 'Change', by: 'By', at: 'On', until: 'Waits until' },
    view: 'View the change',
    open: 'View the workspace',
    number: 'View the number',
    deed: {
      title: 'Who decides has changed',
      text: 'An admin has changed who decides in this workspace, or its rules.',
    },
    why: 'You are receiving this e-mail because you are an admin of this workspace. If you did not expect this change, ask the other admins.',
    whyAsker:
      'You are receiving this e-mail because you asked for this change. If that was not you, change your password and tell your admin immediately.',
  },
} as const

/** Nobody has confirmed the name in an invitation. */
const confirmed = ({ action, person: who }: Deed): Named | null =>
  action === 'participant.invited' && who ? { email: who.email } : who

const saying = (deed: Deed, language: 'de' | 'en'): Phrase => {
  const { deeds, somebody } = words[language]
  const who = confirmed(deed)
  const said = deed.action === 'participant.invited' ? who?.email : who && person(who, somebody)
  return deeds[deed.action](deed, said ?? somebody)
}

const named = ({ by, at, language, timezone }: Common) => {
  const { facts } = words[language]
  return [
    ...(by === null ? [] : [[facts.by, by] as const]),
    [facts.at, localTime(language, at, timezone)] as const,
  ]
}

/** For subjects. */
const shortOf = (deed: Deed, { somebody }: { readonly somebody: string }): string => {
  const who = inSubject(confirmed(deed) ?? { email: null }, somebody)
  return deed.action === 'participant.invited' ? unlinked(who) : who
}

/** To the admins who may decide a change, and to the one who asked about its outcome. */
export const changeMail = (mailed: ChangeMail): Mail => {
  const { language, deed, state, expiresAt, isAdmin, further, timezone, url } = mailed
  const text = words[language]
  const name = safeName(mailed.workspaceName)
  const [title, sentence] = text.states[state]
  const said = state === 'pending' && mailed.doer !== null ? text.asks(mailed.doer) : title
  return {
    subject: `${said}: ${plain(text.deeds[deed.action](deed, shortOf(deed, text)))} – ${name}`,
    ...letter({
      language,
      kind: text.kind,
      title,
      paragraphs: [sentence, ...(further > 0 ? [text.further(further)] : [])],
      facts: [
        [text.facts.what, saying(deed, language)],
        ...named(mailed),
        ...(state === 'pending'
          ? [[text.facts.until, localTime(language, expiresAt, timezone)] as const]
          : []),
        ['Workspace', phrase`${name}`],
      ],
      action: { label: isAdmin ? text.view : text.number, url },
      footer: [isAdmin ? text.why : text.whyAsker],
    }),
  }
}

/** To the other admins, about what has been done, with a second admin or without. */
export const deedMail = (mailed: Common & { readonly deed: Deed }): Mail => {
  const { language, deed, url } = mailed
  const text = words[language]
  const name = safeName(mailed.workspaceName)
  return {
    subject: `${text.did[deed.action](mailed.doer ?? text.somebodyDid, shortOf(deed, text), deed)} – ${name}`,
    ...letter({
      language,
      kind: text.kind,
      title: text.deed.title,
      paragraphs: [text.deed.text],
      facts: [[text.facts.what, saying(deed, language)], ...named(mailed), ['Workspace', phrase`${name}`]],
      action: { label: text.open, url },
      footer: [text.why],
    }),
  }
}
