import { createTexts } from '#shared/texts/create-texts.ts'

export const lockedPairsTexts = createTexts(
  {
    title: 'Call checks are locked.',
    text: 'Between these people, three wrong numbers were typed within a day. Somebody in the call may be guessing.',
    and: 'and',
    unlock: 'Unlock',
    question: 'Unlock the call checks of these two?',
    before:
      'Talk to both of them first, but not by e-mail: did they really talk to each other? Both of them and all admins are told who unlocked them.',
    done: 'The two can check calls again.',
  },
  {
    title: 'Anrufprüfungen sind gesperrt.',
    text: 'Zwischen diesen Personen wurde an einem Tag dreimal eine falsche Zahl eingetippt. Vielleicht rät jemand im Gespräch.',
    and: 'und',
    unlock: 'Entsperren',
    question: 'Anrufprüfungen dieser beiden entsperren?',
    before:
      'Sprechen Sie vorher mit beiden, aber nicht per E-Mail: Haben sie wirklich miteinander gesprochen? Beide und alle Admins erfahren, wer entsperrt hat.',
    done: 'Die beiden können wieder Anrufe prüfen.',
  },
)
