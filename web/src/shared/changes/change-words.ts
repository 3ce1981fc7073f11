import type { Change, ChangeState, OvertakenBy } from '#contract/workspaces/change.ts'
import { createTexts } from '../texts/create-texts.ts'

/** Words for changes that a second admin decides, on the desk and on the phone. */
export const changeWords = createTexts(
  {
    titles: {
      protect: 'Protect people',
      unprotect: 'Stop protecting people',
      allowGlass: 'Allow emergency approvals',
      forbidGlass: 'No longer allow emergency approvals',
      settings: 'Change the settings',
      delete: (name: string) => `Delete the workspace ${name}`,
      invite: (who: string) => `Invite ${who}`,
      inviteApprover: (who: string) => `Invite ${who} as approver`,
      inviteAdmin: (who: string) => `Invite ${who} as admin`,
      approver: (who: string) => `Make ${who} an approver`,
      rights: (who: string) => `Change the rights of ${who}`,
      admin: (who: string) => `Make ${who} an admin`,
      activate: (who: string) => `Set ${who} active again`,
      deactivate: (who: string) => `Set ${who} inactive`,
      remove: (who: string) => `Remove ${who}`,
      callBack: (who: string) => `Change the call-back number of ${who}`,
      absence: (who: string) => `Set when ${who} is away`,
      writeGroup: (name: string) => `Set who is in the group ${name}`,
      removeGroup: (name: string) => `Remove the group ${name}`,
      writeKind: (name: string) => `Set the kind of request ${name}`,
    },
    erased: 'Deleted user',
    nameless: 'without a name',
    fields: {
      peopleProtected: 'People are protected',
      breakGlass: 'Emergency approvals are allowed',
      email: 'E-mail',
      role: 'Role',
      approver: 'Approver',
      requester: 'Requester',
      active: 'Active',
      callBackNumber: 'Call-back number',
      absentFrom: 'Away from',
      absentUntil: 'Away until',
      deputies: 'Deputies',
      name: 'Name',
      participants: 'Members',
      version: 'Version',
    },
    changed: 'What changes',
    before: 'before',
    after: 'afterwards',
    nobody: 'nobody',
    gone: 'somebody who has left',
    nothing: 'It changes no value.',
    states: {
      pending: 'waiting',
      done: 'done',
      refused: 'refused',
      withdrawn: 'withdrawn',
      expired: 'expired',
      overtaken: 'overtaken',
    } satisfies Record<ChangeState, string>,
    ends: {
      done: 'A second admin approved it, and it was done.',
      refused: 'A second admin refused it. Nothing has changed.',
      withdrawn: 'The admin who asked for it withdrew it. Nothing has changed.',
      expired: 'Nobody decided within seven days, so nothing has changed. It can be asked for again.',
      overtaken: 'It could no longer be done, so it changed nothing.',
    },
    overtaken: {
      'target-gone':
        'Meanwhile somebody, a group or an invitation that it names is gone, or the invited person has joined. This changed nothing.',
      already: 'It was so already. This changed nothing.',
      'requester-gone': 'The admin who asked for it is no longer an active admin here. This changed nothing.',
      'no-seat': 'All seats are taken, or too many invitations are open. This changed nothing.',
      'too-few-admins':
        'Fewer than two active admins with a device that can sign would have remained. This changed nothing.',
      outdated:
        'Meanwhile another version of this kind was saved, or another kind took its name or the last place. This changed nothing. It can be asked for again.',
    } satisfies Record<OvertakenBy, string>,
    waits: (until: string) => `Waits for a second admin until ${until}`,
    own: 'You asked for this. Another admin must decide, with a signature of their own device. You can withdraw it until then.',
    askedBy: 'Asked for by',
    askedAt: 'Asked for',
    until: 'Valid until',
    approve: 'Approve',
    sign: 'Sign and approve',
    preparing: 'Checking…',
    refuse: 'Refuse',
    refuseQuestion: 'Refuse this change?',
    refuseText: 'Nothing changes, and the admin who asked for it is told.',
    refuseConfirm: 'Yes, refuse',
    refusing: 'Refusing…',
    withdraw: 'Withdraw',
    withdrawQuestion: 'Withdraw this change?',
    withdrawText: 'Nothing changes. You can ask for it again.',
    withdrawConfirm: 'Yes, withdraw',
    withdrawing: 'Withdrawing…',
    keep: 'Let it wait',
    inbox: 'Changes that wait for you',
    asks: 'asks you as a second admin',
    about: 'This concerns you. You can approve it, but not refuse it.',
  },
  {
    titles: {
      protect: 'Personen schützen',
      unprotect: 'Personen nicht mehr schützen',
      allowGlass: 'Notfreigaben erlauben',
      forbidGlass: 'Notfreigaben nicht mehr erlauben',
      settings: 'Einstellungen ändern',
      delete: (name) => `Workspace ${name} löschen`,
      invite: (who) => `${who} einladen`,
      inviteApprover: (who) => `${who} zum Freigeben einladen`,
      inviteAdmin: (who) => `${who} als Admin einladen`,
      approver: (who) => `${who} das Freigeben erlauben`,
      rights: (who) => `Rechte von ${who} ändern`,
      admin: (who) => `${who} zum Admin machen`,
      activate: (who) => `${who} wieder aktivieren`,
      deactivate: (who) => `${who} deaktivieren`,
      remove: (who) => `${who} entfernen`,
      callBack: (who) => `Rückrufnummer von ${who} ändern`,
      absence: (who) => `Abwesenheit von ${who} festlegen`,
      writeGroup: (name) => `Mitglieder der Gruppe ${name} festlegen`,
      removeGroup: (name) => `Gruppe ${name} entfernen`,
      writeKind: (name) => `Art von Anfragen ${name} festlegen`,
    },
    erased: 'Gelöschter Benutzer',
    nameless: 'ohne Namen',
    fields: {
      peopleProtected: 'Personen geschützt',
      breakGlass: 'Notfreigaben sind erlaubt',
      email: 'E-Mail',
      role: 'Rolle',
      approver: 'Freigebend',
      requester: 'Anfragend',
      active: 'Aktiv',
      callBackNumber: 'Rückrufnummer',
      absentFrom: 'Abwesend ab',
      absentUntil: 'Abwesend bis',
      deputies: 'Vertretung',
      name: 'Name',
      participants: 'Mitglieder',
      version: 'Version',
    },
    changed: 'Was sich ändert',
    before: 'vorher',
    after: 'nachher',
    nobody: 'niemand',
    gone: 'jemand, der nicht mehr dabei ist',
    nothing: 'Kein Wert ändert sich.',
    states: {
      pending: 'wartet',
      done: 'erledigt',
      refused: 'abgelehnt',
      withdrawn: 'zurückgezogen',
      expired: 'abgelaufen',
      overtaken: 'überholt',
    },
    ends: {
      done: 'Ein zweiter Admin hat die Änderung freigegeben, und sie ist ausgeführt.',
      refused: 'Ein zweiter Admin hat abgelehnt. Es hat sich nichts geändert.',
      withdrawn: 'Die Änderung wurde zurückgezogen. Es hat sich nichts geändert.',
      expired:
        'Sieben Tage lang hat niemand entschieden, deshalb hat sich nichts geändert. Die Änderung kann neu beantragt werden.',
      overtaken: 'Die Änderung war nicht mehr möglich, deshalb hat sich dadurch nichts geändert.',
    },
    overtaken: {
      'target-gone':
        'Inzwischen gibt es die Person, eine Gruppe oder die Einladung nicht mehr, oder die eingeladene Person ist beigetreten. Dadurch hat sich nichts geändert.',
      already: 'Das war schon so. Dadurch hat sich nichts geändert.',
      'requester-gone':
        'Wer das beantragt hat, ist hier kein aktiver Admin mehr. Dadurch hat sich nichts geändert.',
      'no-seat':
        'Alle Plätze sind vergeben, oder zu viele Einladungen sind offen. Dadurch hat sich nichts geändert.',
      'too-few-admins':
        'Es wären weniger als zwei aktive Admins mit einem Gerät geblieben, das signieren kann. Dadurch hat sich nichts geändert.',
      outdated:
        'Inzwischen ist eine andere Version dieser Art gespeichert worden, oder eine andere Art hat ihren Namen oder den letzten Platz. Dadurch hat sich nichts geändert. Die Änderung kann neu beantragt werden.',
    },
    waits: (until) => `Wartet bis ${until} auf einen zweiten Admin`,
    own: 'Sie haben das beantragt. Entscheiden muss ein anderer Admin, mit einer Signatur des eigenen Geräts. Bis dahin können Sie es zurückziehen.',
    askedBy: 'Beantragt von',
    askedAt: 'Beantragt am',
    until: 'Gültig bis',
    approve: 'Freigeben',
    sign: 'Signieren und freigeben',
    preparing: 'Wird geprüft …',
    refuse: 'Ablehnen',
    refuseQuestion: 'Diese Änderung ablehnen?',
    refuseText: 'Es ändert sich nichts, und wer sie beantragt hat, wird benachrichtigt.',
    refuseConfirm: 'Ja, ablehnen',
    refusing: 'Wird abgelehnt …',
    withdraw: 'Zurückziehen',
    withdrawQuestion: 'Diese Änderung zurückziehen?',
    withdrawText: 'Es ändert sich nichts. Sie können sie neu beantragen.',
    withdrawConfirm: 'Ja, zurückziehen',
    withdrawing: 'Wird zurückgezogen …',
    keep: 'Weiter warten lassen',
    inbox: 'Änderungen, die auf Sie warten',
    asks: 'bittet Sie als zweiten Admin',
    about: 'Es geht um Sie selbst. Sie können freigeben, aber nicht ablehnen.',
  },
)

type Words = ReturnType<typeof changeWords.use>

const afterOf = ({ changes }: Pick<Change, 'changes'>, name: string): unknown =>
  changes.find(({ field }) => field === name)?.after

const inviteTitle = (change: Change, { titles }: Words) => {
  if (afterOf(change, 'role') === 'admin') return titles.inviteAdmin
  return afterOf(change, 'approver') === true ? titles.inviteApprover : titles.invite
}

const settingsTitle = (change: Change, { titles }: Words): string => {
  const glass = afterOf(change, 'breakGlass')
  if (typeof glass === 'boolean') return glass ? titles.allowGlass : titles.forbidGlass
  const after = afterOf(change, 'peopleProtected')
  if (typeof after !== 'boolean') return titles.settings
  return after ? titles.protect : titles.unprotect
}

/** Whom or what a change concerns, as it is shown. */
export const targetOf = ({ target: { kind, label } }: Change, words: Words): string =>
  label ?? (kind === 'participant' ? words.erased : words.nameless)

/** What a change does: a whole title, or one around the target. */
export const titleOf = (change: Change, words: Words): string | ((target: string) => string) => {
  const { titles } = words
  switch (change.action) {
    case 'workspace.settings-changed':
      return settingsTitle(change, words)
    case 'workspace.deleted':
      return titles.delete
    case 'participant.invited':
      return inviteTitle(change, words)
    case 'participant.rights-changed':
      return afterOf(change, 'approver') === true ? titles.approver : titles.rights
    case 'participant.promoted':
      return titles.admin
    case 'participant.activated':
      return titles.activate
    case 'participant.deactivated':
      return titles.deactivate
    case 'participant.removed':
      return titles.remove
    case 'participant.call-back-changed':
      return titles.callBack
    case 'participant.absence-set':
      return titles.absence
    case 'group.written':
      return titles.writeGroup
    case 'group.removed':
      return titles.removeGroup
    case 'kind.written':
      return titles.writeKind
  }
}

/** The title as plain text. */
export const plainTitleOf = (change: Change, words: Words): string => {
  const title = titleOf(change, words)
  return typeof title === 'string' ? title : title(targetOf(change, words))
}

/** Why a change that ended did what it did. Null while it waits. */
export const endOf = ({ state, overtakenBy }: Change, words: Words): string | null => {
  if (state === 'pending') return null
  if (state === 'overtaken' && overtakenBy) return words.overtaken[overtakenBy] ?? words.ends.overtaken
  return words.ends[state]
}
