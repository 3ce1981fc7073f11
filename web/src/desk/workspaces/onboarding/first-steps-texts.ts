import { createTexts } from '#shared/texts/create-texts.ts'

export const firstStepsTexts = createTexts(
  {
    title: 'Three steps to the first approval',
    done: (count: number) => `${count} done`,
    isDone: 'done',
    invite: {
      title: 'Invite colleagues',
      text: 'To decide requests, a colleague needs the approver right.',
      open: 'Invite colleagues',
    },
    phone: {
      title: 'Set up your phone',
      text: 'It signs for you by fingerprint, face or PIN. Open this site on your phone and log in there.',
      open: 'Set up a device',
    },
    request: {
      title: 'Send the first request',
      text: 'A real one, or a test that you withdraw afterwards.',
      open: 'New request',
    },
    protect:
      'As soon as there is a second admin, protect who decides here: then a second admin must approve who becomes an approver or admin.',
    openProtect: 'Protect people',
  },
  {
    title: 'In drei Schritten zur ersten Freigabe',
    done: (count) => `${count} erledigt`,
    isDone: 'erledigt',
    invite: {
      title: 'Kolleginnen und Kollegen einladen',
      text: 'Wer entscheiden soll, braucht das Recht, freizugeben.',
      open: 'Jemanden einladen',
    },
    phone: {
      title: 'Das eigene Telefon einrichten',
      text: 'Es signiert für Sie, mit Finger, Gesicht oder PIN. Öffnen Sie diese Seite darauf und melden Sie sich an.',
      open: 'Gerät einrichten',
    },
    request: {
      title: 'Die erste Anfrage stellen',
      text: 'Etwas Echtes, oder eine Probe, die Sie danach zurückziehen.',
      open: 'Neue Anfrage',
    },
    protect:
      'Sobald es einen zweiten Admin gibt, schützen Sie, wer hier entscheidet: Dann entscheidet ein zweiter Admin mit, bevor jemand freigeben darf oder Admin wird.',
    openProtect: 'Personen schützen',
  },
)
