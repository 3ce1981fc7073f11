import { createTexts } from '#shared/texts/create-texts.ts'

export const readinessTexts = createTexts(
  {
    title: 'Getting ready',
    steps: {
      invited: 'invited',
      joined: 'joined',
      withDevice: 'have a device',
      decidedOnce: 'decided once',
    },
    missing: (count: number) => `${count} missing`,
    undecided: 'who has not',
    remind: (count: number) => `Remind ${count}`,
    remindOf: {
      joining: (count: number) => `Remind ${count} to join`,
      device: (count: number) => `Remind ${count} to set up a device`,
    },
    remindedToday: 'reminded today',
    reminded: (count: number) =>
      count === 0
        ? 'Nobody was reminded: each of them got an e-mail within the last day.'
        : count === 1
          ? 'One person gets an e-mail.'
          : `${count} people get an e-mail.`,
    mails: (sent: number, all: number) => `Invitations: ${sent} of ${all} e-mails sent.`,
    unreached: (count: number) =>
      count === 1 ? 'One person was not reached by e-mail.' : `${count} people were not reached by e-mail.`,
    whoUnreached: 'Who, and what to do',
  },
  {
    title: 'Einrichtung der Mitglieder',
    steps: {
      invited: 'eingeladen',
      joined: 'beigetreten',
      withDevice: 'haben ein Gerät',
      decidedOnce: 'haben schon entschieden',
    },
    missing: (count) => (count === 1 ? '1 fehlt' : `${count} fehlen`),
    undecided: 'wer noch nicht',
    remind: (count) => `${count} erinnern`,
    remindOf: {
      joining: (count) => `${count} erinnern: Einladung annehmen`,
      device: (count) => `${count} erinnern: Gerät einrichten`,
    },
    remindedToday: 'heute erinnert',
    reminded: (count) =>
      count === 0
        ? 'Niemand wurde erinnert: Alle haben binnen eines Tages schon eine E-Mail bekommen.'
        : count === 1
          ? 'Eine Person bekommt eine E-Mail.'
          : `${count} Personen bekommen eine E-Mail.`,
    mails: (sent, all) => `Einladungen: ${sent} von ${all} E-Mails gesendet.`,
    unreached: (count) =>
      count === 1
        ? 'Eine Person ist per E-Mail nicht erreichbar.'
        : `${count} Personen sind per E-Mail nicht erreichbar.`,
    whoUnreached: 'Wer, und was zu tun ist',
  },
)
