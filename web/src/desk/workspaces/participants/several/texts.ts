import type { ChangedThing, NotChanged } from '#contract/workspaces/several-participants.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

type Questions = Readonly<Record<ChangedThing, Record<'on' | 'off', (count: number) => string>>>

const people = (count: number): string => (count === 1 ? 'one person' : `${count} people`)
const personen = (count: number): string => (count === 1 ? 'Einer Person' : `${count} Personen`)

export const severalTexts = createTexts(
  {
    bar: 'Selected people',
    selected: (count: number) => `${count} selected`,
    all: (total: number) => `All ${total}`,
    none: 'None',
    change: 'Change …',
    most: (most: number) => `At most ${most} at once.`,
    questions: {
      approver: {
        on: (count) => `Let ${people(count)} decide requests?`,
        off: (count) => `Take the approver right from ${people(count)}?`,
      },
      requester: {
        on: (count) => `Let ${people(count)} make requests?`,
        off: (count) => `Take the requester right from ${people(count)}?`,
      },
      activity: {
        on: (count) => `Set ${people(count)} active?`,
        off: (count) => `Set ${people(count)} inactive?`,
      },
    } satisfies Questions,
    each: 'Each change stands in the audit log by itself, and each person is told.',
    notYou: 'You stay active yourself.',
    closes: (count: number) =>
      count === 0
        ? 'No open request is closed.'
        : count === 1
          ? 'One open request is closed.'
          : `${count} open requests are closed.`,
    counting: 'Counting open requests …',
    unknown: 'Open requests may be closed. How many could not be counted.',
    done: (changed: number, unchanged: number, waiting: number, refused: number) =>
      [
        `${changed} changed`,
        ...(unchanged > 0 ? [`${unchanged} were so before`] : []),
        ...(waiting > 0 ? [`${waiting} waiting for a second admin`] : []),
        ...(refused > 0 ? [`${refused} not changed`] : []),
      ].join(', ') + '.',
    waiting: 'Waits for a second admin.',
    reasons: {
      'participant.not-found': 'Is no participant any more.',
      'participant.pending': 'Has not joined yet.',
      'participant.no-role': 'Would be left with neither right.',
      'participant.last-admin': 'Is the last active admin.',
      'change.exists': 'Another change of this person is waiting for a second admin already.',
      'change.limit': 'Too many changes are waiting for a second admin. Decide or withdraw some first.',
      'rate.exceeded': 'Too many changes were asked for within an hour. Try again later.',
    } satisfies Record<NotChanged, string>,
  },
  {
    bar: 'Ausgewählte Personen',
    selected: (count) => `${count} ausgewählt`,
    all: (total) => `Alle ${total}`,
    none: 'Niemanden',
    change: 'Ändern …',
    most: (most) => `Höchstens ${most} auf einmal.`,
    questions: {
      approver: {
        on: (count) => `${personen(count)} das Freigaberecht geben?`,
        off: (count) => `${personen(count)} das Freigaberecht entziehen?`,
      },
      requester: {
        on: (count) => `${personen(count)} das Recht geben, Anfragen zu stellen?`,
        off: (count) => `${personen(count)} das Recht entziehen, Anfragen zu stellen?`,
      },
      activity: {
        on: (count) => (count === 1 ? 'Eine Person aktivieren?' : `${count} Personen aktivieren?`),
        off: (count) => (count === 1 ? 'Eine Person deaktivieren?' : `${count} Personen deaktivieren?`),
      },
    },
    each: 'Jede Änderung steht einzeln im Protokoll, und jede Person erfährt davon.',
    notYou: 'Sie selbst bleiben aktiv.',
    closes: (count) =>
      count === 0
        ? 'Es wird keine offene Anfrage geschlossen.'
        : count === 1
          ? 'Eine offene Anfrage wird geschlossen.'
          : `${count} offene Anfragen werden geschlossen.`,
    counting: 'Offene Anfragen werden gezählt …',
    unknown: 'Offene Anfragen können dadurch geschlossen werden. Wie viele, ließ sich nicht feststellen.',
    done: (changed, unchanged, waiting, refused) =>
      [
        `${changed} geändert`,
        ...(unchanged > 0 ? [`${unchanged} waren schon so`] : []),
        ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'wartet' : 'warten'} auf einen zweiten Admin`] : []),
        ...(refused > 0 ? [`${refused} nicht geändert`] : []),
      ].join(', ') + '.',
    waiting: 'Wartet auf einen zweiten Admin.',
    reasons: {
      'participant.not-found': 'Ist kein Mitglied mehr.',
      'participant.pending': 'Ist noch nicht beigetreten.',
      'participant.no-role': 'Hätte dann keines der beiden Rechte mehr.',
      'participant.last-admin': 'Ist der letzte aktive Admin.',
      'change.exists': 'Für diese Person wartet schon eine andere Änderung auf einen zweiten Admin.',
      'change.limit':
        'Zu viele Änderungen warten auf einen zweiten Admin. Entscheiden Sie zuerst über einige, oder ziehen Sie welche zurück.',
      'rate.exceeded': 'Binnen einer Stunde wurden zu viele Änderungen beantragt. Versuchen Sie es später.',
    },
  },
)
