import { createTexts } from '#shared/texts/create-texts.ts'

export const protectionTexts = createTexts(
  {
    title: 'Protect people',
    on: 'on',
    off: 'off',
    text: 'Nobody decides alone who decides here. While this is on, a second admin must approve, with a signature of their own device, before anybody',
    list: [
      'becomes an approver or an admin, by invitation or later',
      'becomes an active approver or admin again',
      'removes an admin or sets one inactive',
      'sets who is in a group, or names deputies for somebody else',
      'makes or changes a kind of request, with its rules',
      'deletes the workspace, or switches this off',
    ].join('\n'),
    switchOn: 'Protect people',
    switchOff: 'Stop protecting people',
    second: 'A second admin decides this too.',
    tooFew: 'It takes two active admins, each with a device that can sign.',
    without: 'No such device yet:',
    askOn: {
      question: 'Protect people in this workspace?',
      text: 'A second admin must approve this. Then it is on, and open invitations that make somebody an approver or admin are revoked, because nobody else has seen them. You can send them again.',
      submit: 'Ask for it',
    },
    askOff: {
      question: 'Stop protecting people?',
      text: 'A second admin must approve this. Then each admin can again make anybody an approver or admin alone.',
      submit: 'Ask for it',
    },
  },
  {
    title: 'Personen schützen',
    on: 'an',
    off: 'aus',
    text: 'Niemand bestimmt allein, wer hier entscheidet. Solange der Schutz an ist, muss ein zweiter Admin es mit einer Signatur des eigenen Geräts freigeben, bevor jemand',
    list: [
      'freigeben darf oder Admin wird, durch Einladung oder später',
      'wieder aktiv wird und freigeben darf oder Admin ist',
      'einen Admin entfernt oder deaktiviert',
      'festlegt, wer zu einer Gruppe gehört oder wer jemand anderen vertritt',
      'eine Art von Anfragen mit ihren Regeln anlegt oder ändert',
      'den Workspace löscht oder diesen Schutz ausschaltet',
    ].join('\n'),
    switchOn: 'Personen schützen',
    switchOff: 'Nicht mehr schützen',
    second: 'Auch darüber entscheidet ein zweiter Admin.',
    tooFew: 'Dafür braucht es zwei aktive Admins, jeweils mit einem Gerät, das signieren kann.',
    without: 'Noch kein solches Gerät:',
    askOn: {
      question: 'Personen in diesem Workspace schützen?',
      text: 'Ein zweiter Admin muss das freigeben. Dann ist der Schutz an, und offene Einladungen zum Freigeben oder als Admin werden zurückgenommen, weil niemand sonst sie gesehen hat. Sie können sie neu senden.',
      submit: 'Beantragen',
    },
    askOff: {
      question: 'Personen nicht mehr schützen?',
      text: 'Ein zweiter Admin muss das freigeben. Dann kann wieder jeder Admin allein bestimmen, wer freigibt und wer Admin ist.',
      submit: 'Beantragen',
    },
  },
)
