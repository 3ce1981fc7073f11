import type { EndChange, EndNotChanged } from '#contract/workspaces/operator/several-periods.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

type Changes = Readonly<
  Record<
    EndChange,
    {
      readonly action: string
      readonly question: (count: number) => string
      readonly text: string
      readonly submit: string
    }
  >
>

export const severalTexts = createTexts(
  {
    bar: 'Selected workspaces',
    selected: (count: number) => `${count} selected`,
    all: (total: number) => `All ${total}`,
    none: 'None',
    most: (most: number) => `At most ${most} at once.`,
    changes: {
      extend: {
        action: 'Extend …',
        question: (count) => (count === 1 ? 'Extend 1 workspace?' : `Extend ${count} workspaces?`),
        text: 'Each gets a further period that follows its present activity, or begins today if it is inactive. A workspace that is active for longer stays as it is.',
        submit: 'Extend',
      },
      end: {
        action: 'End sooner …',
        question: (count) => (count === 1 ? 'End 1 workspace sooner?' : `End ${count} workspaces sooner?`),
        text: 'The last day of each is changed. A workspace that ends before that day stays as it is. The day may be in the past.',
        submit: 'End sooner',
      },
    } satisfies Changes,
    whose: 'Selected, with the present end',
    never: 'inactive',
    endDate: 'Last day',
    seatsHint: 'Empty: as many as in the last period.',
    missing: 'Choose a day and give a reason.',
    done: (changed: number, unchanged: number, refused: number) =>
      [
        `${changed} changed`,
        ...(unchanged > 0 ? [`${unchanged} stayed as they were`] : []),
        ...(refused > 0 ? [`${refused} not changed`] : []),
      ].join(', ') + '.',
    reasons: {
      'workspace.not-found': 'Does not exist any more.',
      'period.past': 'The day is in the past where this workspace is.',
      'period.too-far': 'The day is more than 20 years from today.',
      'period.limit': 'Has 100 periods already.',
      'period.trial': 'Its trial goes on beyond that day, and ends by itself.',
      'period.several': 'Several periods go on beyond that day. Change each in the details.',
      'period.later': 'Its period begins after that day.',
    } satisfies Record<EndNotChanged, string>,
  },
  {
    bar: 'Ausgewählte Workspaces',
    selected: (count) => `${count} ausgewählt`,
    all: (total) => `Alle ${total}`,
    none: 'Keinen',
    most: (most) => `Höchstens ${most} auf einmal.`,
    changes: {
      extend: {
        action: 'Verlängern …',
        question: (count) => (count === 1 ? '1 Workspace verlängern?' : `${count} Workspaces verlängern?`),
        text: 'Jeder bekommt eine weitere Laufzeit, die an die jetzige anschließt oder heute beginnt, wenn er inaktiv ist. Wer schon länger aktiv ist, bleibt, wie er ist.',
        submit: 'Verlängern',
      },
      end: {
        action: 'Früher beenden …',
        question: (count) =>
          count === 1 ? '1 Workspace früher beenden?' : `${count} Workspaces früher beenden?`,
        text: 'Der letzte Tag wird bei jedem geändert. Wer vorher endet, bleibt, wie er ist. Der Tag darf auch vergangen sein.',
        submit: 'Früher beenden',
      },
    },
    whose: 'Ausgewählt, mit dem jetzigen Ende',
    never: 'inaktiv',
    endDate: 'Letzter Tag',
    seatsHint: 'Leer: so viele wie in der letzten Laufzeit.',
    missing: 'Wählen Sie einen Tag und nennen Sie einen Grund.',
    done: (changed, unchanged, refused) =>
      [
        `${changed} geändert`,
        ...(unchanged > 0 ? [`${unchanged} ${unchanged === 1 ? 'blieb' : 'blieben'} unverändert`] : []),
        ...(refused > 0 ? [`${refused} nicht geändert`] : []),
      ].join(', ') + '.',
    reasons: {
      'workspace.not-found': 'Gibt es nicht mehr.',
      'period.past': 'Dieser Tag ist in der Zone des Workspace schon vorbei.',
      'period.too-far': 'Der Tag liegt mehr als 20 Jahre von heute entfernt.',
      'period.limit': 'Hat schon 100 Laufzeiten.',
      'period.trial': 'Die Testzeit geht über diesen Tag hinaus und endet von selbst.',
      'period.several': 'Mehrere Laufzeiten gehen über diesen Tag hinaus. Ändern Sie jede in den Details.',
      'period.later': 'Die Laufzeit beginnt erst nach diesem Tag.',
    },
  },
)
