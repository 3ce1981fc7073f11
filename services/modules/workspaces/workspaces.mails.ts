import { PRODUCT } from '#contract/common.ts'
import type { ParticipantRole } from '#contract/workspaces/workspaces.ts'
import { letter, phrase } from '../mails/letter.ts'
import type { Mail } from '../mails/mail-kind.ts'
import { KEPT_DAYS } from './workspace.events.ts'

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
export const harmless = (name: string): string => {
  const line = name.replaceAll(/[\s\p{Cc}\p{Bidi_C}]+/gu, ' ').trim()
  const short = [...line].length > NAME_LENGTH ? `${[...line].slice(0, NAME_LENGTH - 1).join('')}…` : line
  return short.replaceAll(/[.:@](?=\S)/g, '$& ')
}

/** By the clocks of the workspace. */
const localTime = (language: 'de' | 'en', at: Date, timezone: string): string => {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return `${format.format(at)} (${timezone})`
}

const words = {
  de: {
    admin: 'Admin',
    'regular user': 'Reguläres Mitglied',
    decide: 'über Anfragen entscheiden',
    ask: 'Anfragen stellen',
    means: {
      admin:
        'Als Admin laden Sie andere ein und entfernen sie, lesen das ganze Protokoll und ändern die Einstellungen.',
      'regular user':
        'Als reguläres Mitglied arbeiten Sie mit der App auf dem Telefon; um Mitglieder und Einstellungen kümmern sich Admins.',
      approver:
        'Als freigebende Person entscheiden Sie über Anfragen, mit einer Unterschrift Ihres Telefons.',
      requester:
        'Als anfragende Person bitten Sie andere um Freigaben und prüfen in einem Anruf, ob sie es wirklich sind.',
    },
    subject: (name: string) => `Einladung in den Workspace „${name}“`,
    kind: 'Einladung',
    text: (by: string) => phrase`${by} lädt Sie ein, in diesem Workspace mitzuarbeiten.`,
    somebody: 'Ein Admin',
    facts: { from: 'Von', role: 'Ihre Rolle', rights: 'Sie dürfen', until: 'Gültig bis' },
    open: 'Einladung ansehen',
    unknown: 'Sie kennen den Absender nicht? Dann können Sie diese E-Mail ignorieren.',
  },
  en: {
    admin: 'Admin',
    'regular user': 'Regular user',
    decide: 'decide requests',
    ask: 'make requests',
    means: {
      admin: 'As an admin you invite and remove people, read the whole audit log and change the settings.',
      'regular user':
        'As a regular user you work with the app on your phone; admins see to people and settings.',
      approver: 'As an approver you decide requests, with a signature of your phone.',
      requester:
        'As a requester you ask others for approvals, and check in a call whether it is really them.',
    },
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
  const means = [text.means[role], approver && text.means.approver, requester && text.means.requester]
  const by = inviter ?? text.somebody
  return {
    subject: text.subject(name),
    ...letter({
      language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [text.text(by), means.filter((sentence) => sentence !== false).join(' ')],
      facts: [
        [text.facts.from, by],
        [text.facts.role, text[role]],
        ...(rights.length > 0 ? [[text.facts.rights, rights.join(', ')] as const] : []),
        [text.facts.until, localTime(language, invited.expiresAt, invited.timezone)],
      ],
      action: { label: text.open, url },
      footer: [text.unknown],
    }),
  }
}

export type MembershipMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly timezone: string
  readonly at: Date
  /** Who did it; null when not known any more. */
  readonly by: string | null
}

const membershipWords = {
  de: {
    removed: {
      subject: (name: string) => `Sie wurden aus „${name}“ entfernt`,
      text: 'Sie haben keinen Zugang mehr zu diesem Workspace. Was auf Sie wartete oder von Ihnen angefragt war, ist geschlossen.',
    },
    deactivated: {
      subject: (name: string) => `Ihr Zugang zu „${name}“ ruht`,
      text: 'Sie können in diesem Workspace vorerst nichts anfragen und nichts entscheiden. Was auf Sie wartete oder von Ihnen angefragt war, ist geschlossen.',
    },
    deleted: {
      subject: (name: string) => `Der Workspace „${name}“ wurde gelöscht`,
      text: `Niemand kann mehr hinein. Offene Anfragen und Einladungen sind beendet. Was im Workspace steht, wird noch ${KEPT_DAYS} Tage verschlüsselt aufbewahrt und dann endgültig unlesbar.`,
      admin:
        'Bis dahin können Sie als Admin das Protokoll exportieren, auf der Seite Ihrer Workspaces unter „Gelöschte Workspaces“.',
      open: 'Gelöschte Workspaces ansehen',
    },
    operator: `Betreiber von ${PRODUCT}`,
    admin: {
      subject: (name: string) => `Neuer Admin in „${name}“`,
      text: 'Admins laden ein und entfernen, lesen das ganze Protokoll und ändern die Einstellungen.',
    },
    kind: 'Workspace',
    facts: { who: 'Admin ist jetzt', by: 'Von', at: 'Am', until: 'Aufbewahrt bis' },
    open: 'Workspace ansehen',
    why: 'Sie bekommen diese E-Mail, weil es Ihren Zugang betrifft.',
    whyAdmin:
      'Sie bekommen diese E-Mail, weil Sie in diesem Workspace Admin sind. War das nicht abgesprochen, fragen Sie nach.',
  },
  en: {
    removed: {
      subject: (name: string) => `You were removed from “${name}”`,
      text: 'You have no access to this workspace any more. What waited for you, or was asked by you, is closed.',
    },
    deactivated: {
      subject: (name: string) => `Your access to “${name}” is suspended`,
      text: 'For now you can neither ask nor decide anything in this workspace. What waited for you, or was asked by you, is closed.',
    },
    deleted: {
      subject: (name: string) => `The workspace “${name}” was deleted`,
      text: `Nobody can enter it any more. Open requests and invitations have ended. What the workspace holds is kept encrypted for ${KEPT_DAYS} days and then becomes unreadable for good.`,
      admin:
        'Until then you, as an admin, can export the audit log, on the page of your workspaces below “Deleted workspaces”.',
      open: 'See deleted workspaces',
    },
    operator: `The operator of ${PRODUCT}`,
    admin: {
      subject: (name: string) => `New admin in “${name}”`,
      text: 'Admins invite and remove people, read the whole audit log and change the settings.',
    },
    kind: 'Workspace',
    facts: { who: 'Now an admin', by: 'By', at: 'At', until: 'Kept until' },
    open: 'See the workspace',
    why: 'You get this e-mail because it concerns your access.',
    whyAdmin:
      'You get this e-mail because you are an admin of this workspace. If you did not expect this, ask.',
  },
}

const factsOf = ({ language, by, at, timezone }: MembershipMail) => {
  const { facts } = membershipWords[language]
  const when = localTime(language, at, timezone)
  return [...(by === null ? [] : [[facts.by, by] as const]), [facts.at, when] as const]
}

/** To whoever was removed or deactivated: their access has ended, for good or for now. */
export const accessEndedMail = (how: 'removed' | 'deactivated', mailed: MembershipMail): Mail => {
  const text = membershipWords[mailed.language]
  const name = harmless(mailed.workspaceName)
  return {
    subject: text[how].subject(name),
    ...letter({
      language: mailed.language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [text[how].text],
      facts: factsOf(mailed),
      footer: [text.why],
    }),
  }
}

/** Who did it, where that was a super admin. */
export const operatorOf = (language: 'de' | 'en'): string => membershipWords[language].operator

/**
 * To everybody who had joined: the workspace is closed, and what it holds is kept until then. `url`: where admins, and
 * nobody else, export its audit log.
 */
export const deletedMail = (mailed: MembershipMail, until: Date, url: string | null): Mail => {
  const text = membershipWords[mailed.language]
  const name = harmless(mailed.workspaceName)
  return {
    subject: text.deleted.subject(name),
    ...letter({
      language: mailed.language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [text.deleted.text, ...(url === null ? [] : [text.deleted.admin])],
      facts: [...factsOf(mailed), [text.facts.until, localTime(mailed.language, until, mailed.timezone)]],
      ...(url !== null && { action: { label: text.deleted.open, url } }),
      footer: [text.why],
    }),
  }
}

/** To the other admins: somebody has become one of them. */
export const newAdminMail = (mailed: MembershipMail, admin: string, url: string): Mail => {
  const text = membershipWords[mailed.language]
  const name = harmless(mailed.workspaceName)
  return {
    subject: text.admin.subject(name),
    ...letter({
      language: mailed.language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [text.admin.text],
      facts: [[text.facts.who, admin], ...factsOf(mailed)],
      action: { label: text.open, url },
      footer: [text.whyAdmin],
    }),
  }
}
