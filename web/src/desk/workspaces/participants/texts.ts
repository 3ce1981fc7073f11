import { createTexts } from '#shared/texts/create-texts.ts'
import type { Choice } from './participant-filters.ts'

export const participantsTexts = createTexts(
  {
    caption: 'Participants of the workspace',
    loading: 'Loading participants …',
    search: 'Search by name or e-mail address',
    count: (shown: number, all: number) => `${shown} of ${all} shown`,
    none: 'There are no participants yet.',
    noHits: 'No participant matches.',
    clear: 'Show everybody',
    filters: { role: 'Role', rights: 'Rights', activity: 'Activity', invite: 'Invitation', lacks: 'Missing' },
    choices: {
      admin: 'Admins',
      regularUser: 'Regular users',
      approver: 'Approvers',
      requester: 'Requesters',
      active: 'Active',
      inactive: 'Inactive',
      pending: 'Invitation pending',
      accepted: 'Invitation accepted',
      expired: 'Invitation expired',
      revoked: 'Invitation revoked',
      joining: 'Not joined yet',
      device: 'No device yet',
      decision: 'No decision yet',
      mailbox: 'Not reached by e-mail',
    } satisfies Record<Choice, string>,
    erased: 'Deleted user',
    you: 'you',
    inactive: 'inactive',
    add: 'Invite',
    invitedAt: 'Invited',
    devices: {
      title: 'Devices',
      none: 'None. Cannot sign yet.',
      never: 'never used',
      used: (time: string) => `last used ${time}`,
      disabled: 'disabled',
    },
    protect: {
      title: 'There are two admins now.',
      text: 'You can have a second admin approve, with a signature, each new approver and admin. Then nobody decides alone who decides here.',
      open: 'Protect people',
      dismiss: 'Dismiss',
    },
    lastDecision: 'Last decision',
    approved: 'approved',
    declined: 'declined',
    inAudit: 'Audit log',
    didThis: 'Their actions',
    wasDone: 'Changes to them',
    invitedOn: (day: string) => `invited ${day}`,
    groups: { pending: 'Invited, not yet joined', others: 'Participants' },
    name: {
      title: 'Name',
      none: 'None given.',
      change: 'Correct',
      changeOf: (who: string) => `Correct the name of ${who}`,
      hint: 'In this workspace, until the person gives another name. It stands in the audit log. Left empty, the name goes.',
      saving: 'Saving…',
    },
    columns: {
      email: 'E-mail',
      role: 'Role',
      active: 'Active',
      rights: 'Rights',
      invite: 'Invitation',
      joined: 'Joined',
      more: 'Actions',
    },
    more: (email: string) => `Actions for ${email}`,
    actions: {
      promote: 'Convert to admin',
      approver: { on: 'Make approver', off: 'Remove approver right' },
      requester: { on: 'Make requester', off: 'Remove requester right' },
      activity: { on: 'Set active', off: 'Set inactive' },
      resend: 'Send the invitation again',
      revoke: 'Revoke the invitation',
      remove: 'Remove from workspace',
    },
    done: {
      approver: { on: 'may now decide requests', off: 'may no longer decide requests' },
      requester: { on: 'may now make requests', off: 'may no longer make requests' },
      activity: { on: 'is active again', off: 'is inactive' },
      promote: 'is an admin now',
      resend: 'got a new invitation',
      revoke: 'can no longer use the invitation',
      remove: 'was removed successfully',
    },
    undo: 'Undo',
    /** Before a right is removed. */
    off: {
      approver: {
        question: (email: string) => `Remove the approver right of ${email}?`,
        text: 'They can no longer decide requests.',
        closes: (count: number) =>
          count === 1
            ? 'One open request that is addressed to them is closed.'
            : `${count} open requests that are addressed to them are closed.`,
      },
      requester: {
        question: (email: string) => `Remove the requester right of ${email}?`,
        text: 'They can no longer make requests.',
        closes: (count: number) =>
          count === 1
            ? 'One open request of theirs is closed.'
            : `${count} open requests of theirs are closed.`,
      },
      activity: {
        question: (email: string) => `Set ${email} inactive?`,
        text: 'They can neither make nor decide requests until you set them active again.',
        closes: (count: number) =>
          count === 1
            ? 'One open request, made by them or addressed to them, is closed.'
            : `${count} open requests, made by them or addressed to them, are closed.`,
      },
      closesNone: 'No open request is closed.',
      counting: 'Counting open requests …',
      unknown: 'Open requests may be closed. How many could not be counted.',
    },
    promote: {
      question: (email: string) => `Convert ${email} to admin?`,
      text: 'An admin invites and removes people, reads the whole audit log and changes the settings. The other rights stay.',
    },
    remove: {
      question: (email: string) => `Remove ${email}?`,
      text: 'They lose access immediately. Their open requests are closed, and so are requests that only they could decide. Their actions stay in the audit log.',
      failed: 'Failed to remove participant',
    },
    revoke: {
      question: (email: string) => `Revoke the invitation of ${email}?`,
      text: 'The link in the e-mail stops working. You can send a new invitation later.',
    },
    invite: { pending: 'pending', accepted: 'accepted', expired: 'expired', revoked: 'revoked' },
  },
  {
    caption: 'Mitglieder des Workspace',
    loading: 'Mitglieder werden geladen …',
    search: 'Name oder E-Mail-Adresse suchen',
    count: (shown, all) => `${shown} von ${all} angezeigt`,
    none: 'Es gibt noch keine Mitglieder.',
    noHits: 'Kein Mitglied passt dazu.',
    clear: 'Alle anzeigen',
    filters: {
      role: 'Rolle',
      rights: 'Rechte',
      activity: 'Aktivität',
      invite: 'Einladung',
      lacks: 'Was fehlt',
    },
    choices: {
      admin: 'Admins',
      regularUser: 'Reguläre Benutzer',
      approver: 'Freigebende',
      requester: 'Anfragende',
      active: 'Aktiv',
      inactive: 'Inaktiv',
      pending: 'Einladung offen',
      accepted: 'Einladung angenommen',
      expired: 'Einladung abgelaufen',
      revoked: 'Einladung widerrufen',
      joining: 'Noch nicht beigetreten',
      device: 'Noch kein Gerät',
      decision: 'Noch nichts entschieden',
      mailbox: 'Per E-Mail nicht erreichbar',
    },
    erased: 'Gelöschter Benutzer',
    you: 'Sie',
    inactive: 'inaktiv',
    add: 'Einladen',
    invitedAt: 'Eingeladen',
    devices: {
      title: 'Geräte',
      none: 'keine: kann noch nicht signieren',
      never: 'nie genutzt',
      used: (time) => `zuletzt genutzt ${time}`,
      disabled: 'gesperrt',
    },
    protect: {
      title: 'Es gibt jetzt zwei Admins.',
      text: 'Sie können festlegen, dass ein zweiter Admin mit einer Signatur mitentscheidet, bevor hier jemand freigeben darf oder Admin wird. Dann bestimmt niemand allein, wer entscheidet.',
      open: 'Personen schützen',
      dismiss: 'Ausblenden',
    },
    lastDecision: 'Letzte Entscheidung',
    approved: 'freigegeben',
    declined: 'abgelehnt',
    inAudit: 'Protokoll',
    didThis: 'Was diese Person getan hat',
    wasDone: 'Was sie betrifft',
    invitedOn: (day) => `eingeladen am ${day}`,
    groups: { pending: 'Eingeladen, noch nicht beigetreten', others: 'Mitglieder' },
    name: {
      title: 'Name',
      none: 'Keiner angegeben.',
      change: 'Berichtigen',
      changeOf: (who) => `Namen von ${who} berichtigen`,
      hint: 'In diesem Workspace, bis die Person sich anders nennt. Das Protokoll hält es fest. Ein leeres Feld entfernt den Namen.',
      saving: 'Wird gespeichert …',
    },
    columns: {
      email: 'E-Mail',
      role: 'Rolle',
      active: 'Aktiv',
      rights: 'Rechte',
      invite: 'Einladung',
      joined: 'Beigetreten',
      more: 'Aktionen',
    },
    more: (email) => `Was mit ${email} geschehen kann`,
    actions: {
      promote: 'Zum Admin machen',
      approver: { on: 'Freigaben erlauben', off: 'Freigaben entziehen' },
      requester: { on: 'Anfragen erlauben', off: 'Anfragen entziehen' },
      activity: { on: 'Aktivieren', off: 'Deaktivieren' },
      resend: 'Einladung erneut senden',
      revoke: 'Einladung widerrufen',
      remove: 'Aus dem Workspace entfernen',
    },
    done: {
      approver: { on: 'darf jetzt Anfragen entscheiden', off: 'darf keine Anfragen mehr entscheiden' },
      requester: { on: 'darf jetzt Anfragen stellen', off: 'darf keine Anfragen mehr stellen' },
      activity: { on: 'ist wieder aktiv', off: 'ist inaktiv' },
      promote: 'ist jetzt Admin',
      resend: 'hat eine neue Einladung bekommen',
      revoke: 'kann die Einladung nicht mehr nutzen',
      remove: 'wurde entfernt',
    },
    undo: 'Rückgängig',
    off: {
      approver: {
        question: (email) => `${email} das Freigaberecht entziehen?`,
        text: 'Diese Person kann dann keine Anfragen mehr entscheiden.',
        closes: (count) =>
          count === 1
            ? 'Eine offene Anfrage, die namentlich an sie gerichtet ist, wird geschlossen.'
            : `${count} offene Anfragen, die namentlich an sie gerichtet sind, werden geschlossen.`,
      },
      requester: {
        question: (email) => `${email} das Recht entziehen, Anfragen zu stellen?`,
        text: 'Diese Person kann dann keine Anfragen mehr stellen.',
        closes: (count) =>
          count === 1
            ? 'Eine offene Anfrage dieser Person wird geschlossen.'
            : `${count} offene Anfragen dieser Person werden geschlossen.`,
      },
      activity: {
        question: (email) => `${email} deaktivieren?`,
        text: 'Bis Sie diese Person wieder aktivieren, kann sie Anfragen weder stellen noch entscheiden.',
        closes: (count) =>
          count === 1
            ? 'Eine offene Anfrage von ihr oder an sie wird geschlossen.'
            : `${count} offene Anfragen von ihr oder an sie werden geschlossen.`,
      },
      closesNone: 'Es wird keine offene Anfrage geschlossen.',
      counting: 'Offene Anfragen werden gezählt …',
      unknown: 'Offene Anfragen können dadurch geschlossen werden. Wie viele, ließ sich nicht feststellen.',
    },
    promote: {
      question: (email) => `${email} zum Admin machen?`,
      text: 'Admins laden ein und entfernen, lesen das ganze Protokoll und ändern die Einstellungen. Die anderen Rechte bleiben.',
    },
    remove: {
      question: (email) => `${email} entfernen?`,
      text: 'Der Zugang endet sofort. Was nur auf diese Person wartet oder von ihr angefragt ist, wird geschlossen. Was sie getan hat, bleibt im Protokoll.',
      failed: 'Das Mitglied konnte nicht entfernt werden',
    },
    revoke: {
      question: (email) => `Einladung von ${email} widerrufen?`,
      text: 'Der Link in der E-Mail gilt dann nicht mehr. Sie können die Einladung später erneut senden.',
    },
    invite: { pending: 'offen', accepted: 'angenommen', expired: 'abgelaufen', revoked: 'widerrufen' },
  },
)
