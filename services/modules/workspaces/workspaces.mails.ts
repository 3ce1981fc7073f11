import { PRODUCT } from '#contract/common.ts'
import type { ParticipantRole } from '#contract/workspaces.ts'
import { letter, phrase } from '../mails/letter.ts'

type Mail = { readonly subject: string; readonly text: string; readonly html: string }

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

/** What the invited may do, besides being an admin or not. */
const rights = ({ approver, requester }: InvitationMail, words: readonly [string, string, string]): string =>
  [approver && words[0], requester && words[1]].filter(Boolean).join(words[2])

const german = (invited: InvitationMail, name: string): Mail => {
  const may = rights(invited, ['Anfragen entscheiden', 'Anfragen stellen', ' und '])
  return {
    subject: `${PRODUCT}: Einladung in den Workspace „${name}“`,
    ...letter({
      language: 'de',
      title: 'Sie sind eingeladen',
      paragraphs: [
        phrase`${invited.inviter ?? 'Ein Administrator'} lädt Sie in den Workspace „${name}“ ein.`,
        `Ihre Rolle dort: ${invited.role === 'admin' ? 'Administrator' : 'Mitglied'}${may && `, Sie dürfen ${may}`}.`,
        `Die Einladung gilt bis zum ${until(invited)}.`,
      ],
      action: { label: 'Einladung ansehen', url: invited.url },
      footer: ['Sie kennen den Absender nicht? Dann können Sie diese E-Mail ignorieren.'],
    }),
  }
}

const english = (invited: InvitationMail, name: string): Mail => {
  const may = rights(invited, ['decide requests', 'make requests', ' and '])
  return {
    subject: `${PRODUCT}: Invitation to the workspace “${name}”`,
    ...letter({
      language: 'en',
      title: 'You are invited',
      paragraphs: [
        phrase`${invited.inviter ?? 'An admin'} invites you to the workspace “${name}”.`,
        `Your role there: ${invited.role === 'admin' ? 'admin' : 'regular user'}${may && `, you may ${may}`}.`,
        `The invitation is good until ${until(invited)}.`,
      ],
      action: { label: 'See the invitation', url: invited.url },
      footer: ['You do not know who sent this? Then you can ignore this e-mail.'],
    }),
  }
}

/** To somebody who is invited; opening the link changes nothing. */
export const invitationMail = (invited: InvitationMail): Mail => {
  const name = harmless(invited.workspaceName)
  return invited.language === 'de' ? german(invited, name) : english(invited, name)
}
