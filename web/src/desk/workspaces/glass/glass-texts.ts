import { createTexts } from '#shared/texts/create-texts.ts'

export const glassTexts = createTexts(
  {
    title: 'Emergency approvals',
    text: 'While this is allowed, an admin alone may approve what nobody else can decide in time: with a reason and a signature of their own device. All admins, the person who asked and everybody who was passed over are told at once. A second person must confirm it within 72 hours, and it stays marked for ever.',
    isOn: 'Emergency approvals are allowed.',
    isOff: 'Emergency approvals are not allowed.',
    second: 'A second admin decides this, because people are protected here.',
    alone: 'The other admins are told.',
    switchOn: 'Allow emergency approvals',
    switchOff: 'No longer allow them',
    askOn: {
      question: 'Allow emergency approvals?',
      text: 'Then each admin of this workspace can approve alone what the approvers cannot decide in time. Nobody can approve what they asked for themselves.',
      submit: 'Allow them',
    },
    askOff: {
      question: 'No longer allow emergency approvals?',
      text: 'Then only the approvers decide, as the rules say. Emergency approvals that were given stay, and can still be confirmed.',
      submit: 'No longer allow',
    },
  },
  {
    title: 'Notfreigaben',
    text: 'Solange das erlaubt ist, darf ein Admin allein freigeben, was sonst niemand rechtzeitig entscheiden kann: mit einer Begründung und einer Signatur des eigenen Geräts. Alle Admins, die anfragende Person und alle Übergangenen erfahren es sofort. Eine zweite Person muss es innerhalb von 72 Stunden gegenzeichnen, und es bleibt für immer gekennzeichnet.',
    isOn: 'Notfreigaben sind erlaubt.',
    isOff: 'Notfreigaben sind nicht erlaubt.',
    second: 'Darüber entscheidet ein zweiter Admin, weil die Personen hier geschützt sind.',
    alone: 'Die anderen Admins erfahren es.',
    switchOn: 'Notfreigaben erlauben',
    switchOff: 'Nicht mehr erlauben',
    askOn: {
      question: 'Notfreigaben erlauben?',
      text: 'Dann kann jeder Admin dieses Workspace allein freigeben, was die Freigebenden nicht rechtzeitig entscheiden können. Eigene Anfragen kann niemand freigeben.',
      submit: 'Erlauben',
    },
    askOff: {
      question: 'Notfreigaben nicht mehr erlauben?',
      text: 'Dann entscheiden nur noch die Freigebenden, wie die Regeln es sagen. Erteilte Notfreigaben bleiben bestehen und können weiter gegengezeichnet werden.',
      submit: 'Nicht mehr erlauben',
    },
  },
)
