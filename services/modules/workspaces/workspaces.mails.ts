import type { ParticipantRole } from '#contract/workspaces.ts'
import { letter, phrase } from '../mails/letter.ts'
import type { Mail } from '../mails/mail-kind.ts'

export type InvitationMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly timezone: string
  /** null when not known any more */
  readonly inviter: string | null
  readonly role: ParticipantRole
  readonly approver: boolean
  readonly requester: boolean
  readonly expiresAt: Date
  readonly url: string
}

const NAME_LENGTH = 80

/** One short line that no mail program makes a link of: else a name could turn our own mail into bait. */
const harmless = (name: string): string => {
  const line = name.replaceAll(/[\s\p{Cc}\p{Bidi_C}]+/gu, ' ').trim()
  const short = [...line].length > NAME_LENGTH ? `${[...line].slice(0, NAME_LENGTH - 1).join('')}…` : line
  return short.replaceAll(/[.:@](?=\S)/g, '$& ')
}

const until = ({ language, expiresAt, timezone }: InvitationMail): string => {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return `${format.format(expiresAt)} (${timezone})`
}

const words = {
  de: {
    admin: 'Administrator',
    'regular user': 'Mitglied',
    decide: 'Anfragen entscheiden',
    ask: 'Anfragen stellen',
    subject: (name: string) => `Einladung in den Workspace „${name}“`,
    kind: 'Einladung',
    text: (by: string) => phrase`${by} lädt Sie ein, in diesem Workspace mitzuarbeiten.`,
    somebody: 'Ein Administrator',
    facts: { from: 'Von', role: 'Ihre Rolle', rights: 'Sie dürfen', until: 'Gültig bis' },
    open: 'Einladung ansehen',
    unknown: 'Sie kennen den Absender nicht? Dann können Sie diese E-Mail ignorieren.',
  },
  en: {
    admin: 'Admin',
    'regular user': 'Regular user',
    decide: 'decide requests',
    ask: 'make requests',
    subject: (name: string) => `Invitation to the workspace “${name}”`,
    kind: 'Invitation',
    text: (by: string) => phrase`${by} invites you to work in this workspace.`,
    somebody: 'An admin',
    facts: { from: 'From', role: 'Your role', rights: 'You may', until: 'Good until' },
    open: 'See the invitation',
    unknown: 'You do not know who sent this? Then you can ignore this e-mail.',
  },
}

/** To somebody who is invited; opening the link changes nothing. */
export const invitationMail = (invited: InvitationMail): Mail => {
  const { language, inviter, role, approver, requester, url } = invited
  const text = words[language]
  const name = harmless(invited.workspaceName)
  const rights = [approver && text.decide, requester && text.ask].filter((right) => right !== false)
  const by = inviter ?? text.somebody
  return {
    subject: text.subject(name),
    ...letter({
      language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [text.text(by)],
      facts: [
        [text.facts.from, by],
        [text.facts.role, text[role]],
        ...(rights.length > 0 ? [[text.facts.rights, rights.join(', ')] as const] : []),
        [text.facts.until, until(invited)],
      ],
      action: { label: text.open, url },
      footer: [text.unknown],
    }),
  }
}
