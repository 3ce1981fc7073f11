import { PRODUCT } from '#contract/common.ts'
import type { ParticipantRole } from '#contract/workspaces/workspaces.ts'
import { letter, naming, phrase, type Given } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, person, typedLine, type Named } from '#modules/mails/people.ts'
import { KEPT_DAYS } from './workspace.events.ts'
import { dateFormat } from '#contract/date-formats.ts'

export type InvitationMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly timezone: string
  readonly inviter: Named
  readonly role: ParticipantRole
  readonly approver: boolean
  readonly requester: boolean
  readonly expiresAt: Date
  readonly url: string
}

const NAME_LENGTH = 80

/** Shortens a typed name, also for subjects, and breaks its links. */
export const safeName = (name: string): string => typedLine(name, NAME_LENGTH)

export const localTime = (language: 'de' | 'en', at: Date, timezone: string): string => {
  const format = dateFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return `${format.format(at)}${language === 'de' ? ' Uhr' : ''} (${timezone})`
}

const words = {
  de: {
    admin: 'Admin',
    'regular user': 'Reguläres Mitglied',
    decide: 'über Anfragen entscheiden',
    ask: 'Anfragen stellen',
    means: {
      admin:
        'Als Admin laden Sie Mitglieder ein und entfernen sie, lesen das ganze Protokoll und ändern die Einstellungen.',
      'regular user':
        'Als reguläres Mitglied arbeiten Sie mit der App auf dem Telefon. Um Mitglieder und Einstellungen kümmern sich Admins.',
      approver: 'Als freigebende Person entscheiden Sie über Anfragen und signieren auf Ihrem Telefon.',
      requester:
        'Als anfragende Person bitten Sie andere um Freigaben und prüfen in einem Anruf, ob sie es wirklich sind.',
    },
    subject: (by: string, name: string) => `${by} lädt Sie in den Workspace „${name}“ ein`,
    kind: 'Einladung',
    text: (by: Given) => naming`${by} lädt Sie ein, in diesem Workspace mitzuarbeiten.`,
    somebody: 'Ein Admin',
    facts: { from: 'Von', role: 'Ihre Rolle', rights: 'Sie dürfen', until: 'Gültig bis' },
    open: 'Einladung ansehen',
    unknown: 'Sie kennen den Absender nicht? Dann können Sie diese E-Mail ignorieren.',
  },
  en: {
    admin: 'Admin',
    'regular user': 'Regular user',
    decide: 'decide on requests',
    ask: 'make requests',
    means: {
      admin: 'As an admin, you invite and remove people, read the whole audit log and change the settings.',
      'regular user':
        'As a regular user, you work with the app on your phone. Admins manage people and settings.',
      approver: 'As an approver, you decide on requests and sign on your phone.',
      requester: 'As a requester, you ask others for approval and check on a call that it is really them.',
    },
    subject: (by: string, name: string) => `${by} invites you to the workspace “${name}”`,
    kind: 'Invitation',
    text: (by: Given) => naming`${by} has invited you to this workspace.`,
    somebody: 'An admin',
    facts: { from: 'From', role: 'Your role', rights: 'You can', until: 'Valid until' },
    open: 'View the invitation',
    unknown: 'If you do not know the sender, you can ignore this e-mail.',
  },
}

/** Opening the link changes nothing. */
export const invitationMail = (invitation: InvitationMail): Mail => {
  const { language, inviter, role, approver, requester, url } = invitation
  const text = words[language]
  const name = safeName(invitation.workspaceName)
  const rights = [approver && text.decide, requester && text.ask].filter((right) => right !== false)
  const means = [text.means[role], approver && text.means.approver, requester && text.means.requester]
  const by = person(inviter, text.somebody)
  return {
    subject: text.subject(inSubject(inviter, text.somebody), name),
    ...letter({
      language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [text.text(by), means.filter((sentence) => sentence !== false).join(' ')],
      facts: [
        [text.facts.from, by],
        [text.facts.role, text[role]],
        ...(rights.length > 0 ? [[text.facts.rights, rights.join(', ')] as const] : []),
        [text.facts.until, localTime(language, invitation.expiresAt, invitation.timezone)],
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
  /** The actor; null once erased. */
  readonly by: Given | null
  /** The same, short, for subjects. */
  readonly doer: string | null
  /** Whether it is the reader. */
  readonly isYou: boolean
}

const membershipWords = {
  de: {
    removed: {
      subject: (name: string, by: string | null) =>
        by === null ? `Sie wurden aus „${name}“ entfernt` : `${by} hat Sie aus „${name}“ entfernt`,
      text: 'Sie haben keinen Zugang mehr zu diesem Workspace. Ihre offenen Anfragen und die an Sie gerichteten wurden geschlossen.',
    },
    deactivated: {
      subject: (name: string, by: string | null) =>
        by === null ? `Ihr Zugang zu „${name}“ ruht` : `${by} hat Ihren Zugang zu „${name}“ ausgesetzt`,
      text: 'Sie können in diesem Workspace vorerst keine Anfragen stellen oder entscheiden. Ihre offenen Anfragen und die an Sie gerichteten wurden geschlossen.',
    },
    deleted: {
      subject: (name: string, by: string | null) =>
        by === null ? `Der Workspace „${name}“ wurde gelöscht` : `${by} hat den Workspace „${name}“ gelöscht`,
      text: `Niemand hat mehr Zugang. Offene Anfragen und Einladungen sind beendet. Die Inhalte des Workspace werden noch ${KEPT_DAYS} Tage verschlüsselt aufbewahrt und dann endgültig unlesbar.`,
      admin:
        'Bis dahin können Sie als Admin das Protokoll exportieren, auf der Seite Ihrer Workspaces unter „Gelöschte Workspaces“.',
      open: 'Gelöschte Workspaces ansehen',
    },
    operator: `Der Betreiber von ${PRODUCT}`,
    admin: {
      subject: (who: string, name: string) => `${who} ist jetzt Admin in „${name}“`,
      somebody: 'Ein anderer Admin',
      promoted: (by: Given, admin: Given) => naming`${by} hat ${admin} zum Admin gemacht.`,
      invited: (by: Given, admin: Given) =>
        naming`${by} hat ${admin} als Admin eingeladen. Die Einladung wurde jetzt angenommen.`,
      text: 'Admins können Mitglieder einladen und entfernen, das ganze Protokoll lesen und die Einstellungen ändern.',
    },
    kind: 'Workspace',
    facts: { who: 'Admin ist jetzt', by: 'Von', at: 'Am', until: 'Aufbewahrt bis' },
    open: 'Workspace ansehen',
    why: 'Sie erhalten diese E-Mail, weil sie Ihren Zugang betrifft.',
    notYou: 'Das waren Sie nicht? Ändern Sie Ihr Passwort und informieren Sie sofort die anderen Admins.',
    whyAdmin:
      'Sie erhalten diese E-Mail, weil Sie in diesem Workspace Admin sind. War das nicht abgesprochen, fragen Sie nach.',
  },
  en: {
    removed: {
      subject: (name: string, by: string | null) =>
        by === null ? `You were removed from “${name}”` : `${by} removed you from “${name}”`,
      text: 'You no longer have access to this workspace. Your open requests, and those addressed to you, have been closed.',
    },
    deactivated: {
      subject: (name: string, by: string | null) =>
        by === null ? `Your access to “${name}” is suspended` : `${by} suspended your access to “${name}”`,
      text: 'For now, you can neither make requests nor decide on them in this workspace. Your open requests, and those addressed to you, have been closed.',
    },
    deleted: {
      subject: (name: string, by: string | null) =>
        by === null ? `The workspace “${name}” was deleted` : `${by} deleted the workspace “${name}”`,
      text: `Nobody has access any more, and open requests and invitations have ended. The contents of the workspace are kept in encrypted form for ${KEPT_DAYS} days and then become permanently unreadable.`,
      admin:
        'Until then, as an admin, you can export the audit log from your list of workspaces, under “Deleted workspaces”.',
      open: 'View deleted workspaces',
    },
    operator: `The operator of ${PRODUCT}`,
    admin: {
      subject: (who: string, name: string) => `${who} is now an admin in “${name}”`,
      somebody: 'Another admin',
      promoted: (by: Given, admin: Given) => naming`${by} has made ${admin} an admin.`,
      invited: (by: Given, admin: Given) =>
        naming`${by} invited ${admin} as an admin, and the invitation has now been accepted.`,
      text: 'Admins can invite and remove people, read the whole audit log and change the settings.',
    },
    kind: 'Workspace',
    facts: { who: 'New admin', by: 'By', at: 'On', until: 'Kept until' },
    open: 'View the workspace',
    why: 'You are receiving this e-mail because it concerns your access.',
    notYou: 'Not you? Change your password and tell the other admins immediately.',
    whyAdmin:
      'You are receiving this e-mail because you are an admin of this workspace. If you did not expect this change, ask the other admins.',
  },
}

/** Null if the subject says it without: the reader knows what they did. */
export const doerOf = ({ doer, isYou }: Pick<MembershipMail, 'doer' | 'isYou'>): string | null =>
  isYou ? null : doer

const factsOf = ({ language, by, at, timezone }: MembershipMail) => {
  const { facts } = membershipWords[language]
  const when = localTime(language, at, timezone)
  return [...(by === null ? [] : [[facts.by, by] as const]), [facts.at, when] as const]
}

export const accessEndedMail = (how: 'removed' | 'deactivated', mailed: MembershipMail): Mail => {
  const text = membershipWords[mailed.language]
  const name = safeName(mailed.workspaceName)
  return {
    subject: text[how].subject(name, doerOf(mailed)),
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

/** Names a super admin as the actor, without an address. */
export const operatorOf = (language: 'de' | 'en'): string => membershipWords[language].operator

/** To all former participants. `url`: where admins export the audit log until `until`; null for others. */
export const deletedMail = (mailed: MembershipMail, until: Date, url: string | null): Mail => {
  const text = membershipWords[mailed.language]
  const name = safeName(mailed.workspaceName)
  return {
    subject: text.deleted.subject(name, doerOf(mailed)),
    ...letter({
      language: mailed.language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [text.deleted.text, ...(url === null ? [] : [text.deleted.admin])],
      facts: [...factsOf(mailed), [text.facts.until, localTime(mailed.language, until, mailed.timezone)]],
      ...(url !== null && { action: { label: text.deleted.open, url } }),
      footer: [text.why, ...(mailed.isYou ? [text.notYou] : [])],
    }),
  }
}

/** `mailed.by`: who promoted or invited the new admin. */
export const newAdminMail = (
  mailed: MembershipMail,
  { admin, isInvited, url }: { readonly admin: Named; readonly isInvited: boolean; readonly url: string },
): Mail => {
  const text = membershipWords[mailed.language]
  const how = isInvited ? text.admin.invited : text.admin.promoted
  const who = person(admin, '')
  const name = safeName(mailed.workspaceName)
  return {
    subject: text.admin.subject(inSubject(admin, ''), name),
    ...letter({
      language: mailed.language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [how(mailed.by ?? text.admin.somebody, who), text.admin.text],
      facts: [[text.facts.who, who], ...factsOf(mailed)],
      action: { label: text.open, url },
      footer: [mailed.isYou ? text.notYou : text.whyAdmin],
    }),
  }
}
