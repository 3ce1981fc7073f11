import { createTexts } from '#shared/texts/create-texts.ts'

/** What a drill says once it is over. */
export const drillTexts = createTexts(
  {
    title: 'Drill',
    results: {
      right: 'This was a drill, and you did it right',
      yes: 'This was a drill: you said yes to a call that you did not make',
      unanswered: 'This was a drill. It is over',
    },
    what: (who: string) => `${who} sent it. Nobody called, and nothing was confirmed or reported.`,
    earnest: 'When it is not a drill',
    rules: {
      own: 'Confirm only a call that you are on yourself, and only what you ask for yourself.',
      no: (who: string) =>
        `If not, choose “I am not talking to ${who}”. Your colleague is told to hang up, and all admins are alerted.`,
      back: 'Then hang up, pay nothing, and call your colleague back on a number that you know.',
    },
    seen: {
      persons: 'Your admins see how each person answered.',
      counts: 'Your admins see at most how many answered right, and not who.',
    },
  },
  {
    title: 'Übung',
    results: {
      right: 'Das war eine Übung, und Sie haben richtig reagiert',
      yes: 'Das war eine Übung: Sie haben einen Anruf bestätigt, den Sie nicht geführt haben',
      unanswered: 'Das war eine Übung. Sie ist vorbei',
    },
    what: (who) => `${who} hat sie geschickt. Niemand hat angerufen, nichts wurde bestätigt oder gemeldet.`,
    earnest: 'Im Ernstfall',
    rules: {
      own: 'Bestätigen Sie nur ein Gespräch, das Sie gerade selbst führen, und nur, worum Sie selbst bitten.',
      no: (who) =>
        `Sonst wählen Sie „Ich spreche nicht mit ${who}“. Ihr Gegenüber erfährt, dass aufzulegen ist, und alle Admins werden alarmiert.`,
      back: 'Legen Sie dann auf, überweisen Sie nichts und rufen Sie Ihr Gegenüber unter einer bekannten Nummer zurück.',
    },
    seen: {
      persons: 'Ihre Admins sehen, wie jede Person geantwortet hat.',
      counts: 'Ihre Admins sehen höchstens, wie viele richtig geantwortet haben, nicht wer.',
    },
  },
)
