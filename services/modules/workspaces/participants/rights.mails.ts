import { letter, naming, phrase, type Given } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { doerOf, localTime, safeName, type MembershipMail } from '#modules/workspaces/workspaces.mails.ts'

export type Right = 'admin' | 'approver' | 'requester'
export type RightsMail = MembershipMail & {
  readonly gained: readonly Right[]
  readonly lost: readonly Exclude<Right, 'admin'>[]
  readonly url: string
}

const words = {
  de: {
    kind: 'Ihre Rechte',
    gained: {
      admin: (name: string) => `Sie sind jetzt Admin in „${name}“`,
      approver: (name: string) => `Sie dürfen jetzt in „${name}“ freigeben`,
      requester: (name: string) => `Sie dürfen jetzt in „${name}“ Anfragen stellen`,
    },
    lost: {
      approver: (name: string) => `Sie dürfen in „${name}“ nicht mehr freigeben`,
      requester: (name: string) => `Sie dürfen in „${name}“ keine Anfragen mehr stellen`,
    },
    several: (name: string) => `Ihre Rechte in „${name}“ wurden geändert`,
    given: {
      admin: (by: string, name: string) => `${by} hat Sie zum Admin in „${name}“ gemacht`,
      approver: (by: string, name: string) => `${by} lässt Sie jetzt in „${name}“ freigeben`,
      requester: (by: string, name: string) => `${by} lässt Sie jetzt in „${name}“ Anfragen stellen`,
    },
    taken: {
      approver: (by: string, name: string) => `${by} hat Ihnen das Recht entzogen, in „${name}“ freizugeben`,
      requester: (by: string, name: string) =>
        `${by} hat Ihnen das Recht entzogen, in „${name}“ Anfragen zu stellen`,
    },
    changed: (by: string, name: string) => `${by} hat Ihre Rechte in „${name}“ geändert`,
    somebody: 'Ein Admin',
    by: (by: Given) => naming`${by} hat Ihre Rechte in diesem Workspace geändert.`,
    means: {
      admin:
        'Als Admin laden Sie Mitglieder ein und entfernen sie, lesen das ganze Protokoll und ändern die Einstellungen. Das geschieht in der Verwaltung im Browser. Falls Sie sie noch nicht sehen, melden Sie sich bitte erneut an.',
      approver:
        'Sie entscheiden ab jetzt über Anfragen und signieren auf Ihrem Telefon. Geben Sie nur frei, was Sie selbst geprüft haben.',
      requester:
        'Sie können ab jetzt andere um Freigaben bitten und in einem Anruf prüfen, ob sie es wirklich sind.',
    },
    closed: {
      approver: 'Offene Anfragen an Sie wurden geschlossen.',
      requester: 'Ihre offenen Anfragen wurden geschlossen.',
    },
    rights: { admin: 'Admin', approver: 'freigeben', requester: 'Anfragen stellen' },
    facts: { gained: 'Neu', lost: 'Nicht mehr', by: 'Von', at: 'Am' },
    open: { admin: 'Workspace ansehen', member: 'App öffnen' },
    why: 'War das nicht abgesprochen? Fragen Sie einen Admin, aber nicht per E-Mail.',
    notYou: 'Das waren Sie nicht? Ändern Sie Ihr Passwort und informieren Sie sofort die anderen Admins.',
  },
  en: {
    kind: 'Your rights',
    gained: {
      admin: (name: string) => `You are now an admin of “${name}”`,
      approver: (name: string) => `You can now approve in “${name}”`,
      requester: (name: string) => `You can now make requests in “${name}”`,
    },
    lost: {
      approver: (name: string) => `You can no longer approve in “${name}”`,
      requester: (name: string) => `You can no longer make requests in “${name}”`,
    },
    several: (name: string) => `Your rights in “${name}” were changed`,
    given: {
      admin: (by: string, name: string) => `${by} made you an admin of “${name}”`,
      approver: (by: string, name: string) => `${by} lets you approve in “${name}”`,
      requester: (by: string, name: string) => `${by} lets you make requests in “${name}”`,
    },
    taken: {
      approver: (by: string, name: string) => `${by} took your right to approve in “${name}”`,
      requester: (by: string, name: string) => `${by} took your right to make requests in “${name}”`,
    },
    changed: (by: string, name: string) => `${by} changed your rights in “${name}”`,
    somebody: 'An admin',
    by: (by: Given) => naming`${by} changed your rights in this workspace.`,
    means: {
      admin:
        'As an admin, you invite and remove people, read the whole audit log and change the settings, on the admin pages in the browser. If you do not see them yet, please log in again.',
      approver:
        'From now on you decide on requests and sign on your phone. Approve only what you have checked yourself.',
      requester: 'From now on you can ask others for approval and check on a call that it is really them.',
    },
    closed: {
      approver: 'Open requests to you have been closed.',
      requester: 'Your open requests have been closed.',
    },
    rights: { admin: 'admin', approver: 'approve', requester: 'make requests' },
    facts: { gained: 'New', lost: 'No longer', by: 'By', at: 'On' },
    open: { admin: 'View the workspace', member: 'Open the app' },
    why: 'Not agreed with you? Ask an admin, but not by e-mail.',
    notYou: 'Not you? Change your password and tell the other admins immediately.',
  },
} as const

const subjectOf = (mailed: RightsMail, name: string): string => {
  const { language, gained, lost } = mailed
  const text = words[language]
  const by = doerOf(mailed)
  if (by !== null) {
    const all = [...gained.map((right) => text.given[right]), ...lost.map((right) => text.taken[right])]
    return (all.length === 1 ? all[0]! : text.changed)(by, name)
  }
  const all = [...gained.map((right) => text.gained[right]), ...lost.map((right) => text.lost[right])]
  return (all.length === 1 ? all[0]! : text.several)(name)
}

/** To the person whose rights or role changed. */
export const rightsMail = (mailed: RightsMail): Mail => {
  const { language, timezone, gained, lost, by, at, isYou, url } = mailed
  const text = words[language]
  const { facts, rights } = text
  const name = safeName(mailed.workspaceName)
  const listed = (label: string, all: readonly Right[]) =>
    all.length > 0 ? [[label, all.map((right) => rights[right]).join(', ')] as const] : []
  return {
    subject: subjectOf(mailed, name),
    ...letter({
      language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [
        text.by(by ?? text.somebody),
        [...gained.map((right) => text.means[right]), ...lost.map((right) => text.closed[right])].join(' '),
      ],
      facts: [
        ...listed(facts.gained, gained),
        ...listed(facts.lost, lost),
        ...(by === null ? [] : [[facts.by, by] as const]),
        [facts.at, localTime(language, at, timezone)],
      ],
      action: { label: gained.includes('admin') ? text.open.admin : text.open.member, url },
      footer: [isYou ? text.notYou : text.why],
    }),
  }
}
