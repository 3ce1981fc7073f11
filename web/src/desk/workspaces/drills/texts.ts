import type { DrillAnswer } from '#contract/requests/requests.ts'
import type { Withheld } from '#contract/requests/drills.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

export const drillsTexts = createTexts(
  {
    text: 'A drill looks like a call check from you. Nobody calls, and it can confirm nothing. Every answer but “Yes, I am asking for this” is right. After the answer the app says that it was a drill.',
    send: 'Send a drill…',
    byPerson: 'Show how each person answered',
    byPersonHint:
      'Holds for drills that are sent from then on. All approvers are told by mail when you change it. While it is off, you see only counts, and none of fewer than five people.',
    past: 'Drills so far',
    none: 'No drill has been sent yet.',
    loading: 'The drills are loading…',
    erased: 'deleted user',
    erasedText: 'not readable any more',
    sentBy: (who: string, at: string) => `${who}, ${at}`,
    asked: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    overtaken: (count: number) =>
      count === 1 ? '1 of them had a real call check' : `${count} of them had a real call check`,
    running: 'running',
    counts: { right: 'right', yes: 'said yes', unanswered: 'did not answer' },
    withheld: {
      running: 'The result is here when the drill ends, after five minutes at the latest.',
      few: 'No counts of fewer than five people: they would say who it was.',
      alike:
        'No counts, because nobody did it right in one and the same way. Talk about it with all of them.',
    } satisfies Record<Withheld, string>,
    people: 'Answer by person',
    answers: {
      yes: 'said yes',
      'not-asked': 'right: did not ask for this',
      'not-talking': 'right: is not talking to the caller',
    } satisfies Record<DrillAnswer, string>,
    form: {
      title: 'Send a drill',
      from: 'It comes from you. Nobody can send one in the name of a colleague.',
      kind: 'What would the caller ask for?',
      sentence: 'The sentence that they read',
      sentenceHint: 'They read that you say they are asking you for this.',
      example: 'Pay 48,200 € to a new account today',
      who: 'Who gets it?',
      all: 'All',
      more: 'Show more',
      nobody: 'Nobody else here is an active approver.',
      missing: 'Choose at least one person, and write the sentence.',
      most: (most: number) => `At most ${most} people at once.`,
      submit: 'Send the drill',
      sent: (count: number) => (count === 1 ? 'Sent to 1 person.' : `Sent to ${count} people.`),
      left: (count: number) => ` ${count} left out: they had a drill today, or are checking a call.`,
      error: 'The drill was not sent. ',
    },
  },
  {
    text: 'Eine Übung sieht aus wie eine Anrufprüfung von Ihnen. Niemand ruft an, und sie kann nichts bestätigen. Jede Antwort außer „Ja, ich bitte darum“ ist richtig. Nach der Antwort sagt die App, dass es eine Übung war.',
    send: 'Übung verschicken …',
    byPerson: 'Zeigen, wie jede Person geantwortet hat',
    byPersonHint:
      'Gilt für Übungen, die Sie danach verschicken. Bei einer Änderung bekommen alle, die freigeben dürfen, eine E-Mail. Ist es aus, sehen Sie nur Anzahlen, und keine bei weniger als fünf Personen.',
    past: 'Bisherige Übungen',
    none: 'Es wurde noch keine Übung verschickt.',
    loading: 'Die Übungen werden geladen …',
    erased: 'gelöschter Benutzer',
    erasedText: 'nicht mehr lesbar',
    sentBy: (who, at) => `${who}, ${at}`,
    asked: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
    overtaken: (count) =>
      count === 1
        ? 'bei 1 kam eine echte Anrufprüfung dazwischen'
        : `bei ${count} kam eine echte Anrufprüfung dazwischen`,
    running: 'läuft',
    counts: { right: 'richtig', yes: 'mit Ja geantwortet', unanswered: 'nicht geantwortet' },
    withheld: {
      running: 'Das Ergebnis steht hier, sobald die Übung zu Ende ist, spätestens nach fünf Minuten.',
      few: 'Keine Anzahlen bei weniger als fünf Personen: Sie würden verraten, wer es war.',
      alike: 'Keine Anzahlen, weil alle auf dieselbe Weise falsch lagen. Sprechen Sie mit allen darüber.',
    },
    people: 'Antwort je Person',
    answers: {
      yes: 'mit Ja geantwortet',
      'not-asked': 'richtig: nicht darum gebeten',
      'not-talking': 'richtig: spricht nicht mit der Person',
    },
    form: {
      title: 'Übung verschicken',
      from: 'Sie kommt von Ihnen. Niemand kann eine im Namen anderer verschicken.',
      kind: 'Was würde die Person am Telefon verlangen?',
      sentence: 'Der Satz, den die Gefragten lesen',
      sentenceHint: 'Sie lesen, dass Sie sagen, sie würden Sie darum bitten.',
      example: 'Heute 48.200 € auf ein neues Konto überweisen',
      who: 'Wer bekommt sie?',
      all: 'Alle',
      more: 'Mehr anzeigen',
      nobody: 'Hier gibt es sonst niemanden, der aktiv ist und freigeben darf.',
      missing: 'Wählen Sie mindestens eine Person und schreiben Sie den Satz.',
      most: (most) => `Höchstens ${most} Personen auf einmal.`,
      submit: 'Übung verschicken',
      sent: (count) => (count === 1 ? 'An 1 Person verschickt.' : `An ${count} Personen verschickt.`),
      left: (count) =>
        ` ${count} ausgelassen: Sie hatten heute schon eine Übung oder prüfen gerade einen Anruf.`,
      error: 'Die Übung wurde nicht verschickt. ',
    },
  },
)
