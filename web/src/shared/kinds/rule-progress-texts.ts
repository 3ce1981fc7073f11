import { createTexts } from '../texts/create-texts.ts'

export const ruleProgressTexts = createTexts(
  {
    rule: 'Rule',
    erased: 'deleted user',
    erasedRule: 'deleted',
    count: (approved: number, needed: number) => `${approved} of ${needed} approvals`,
    approvedAt: (time: string) => `approved, ${time}`,
    declinedAt: (time: string) => `declined, ${time}`,
    parked: (count: number) =>
      count === 0
        ? 'Enough people can decide by now. They are asked in a moment.'
        : `Waits until enough people can decide: ${count === 1 ? '1 person is' : `${count} people are`} missing. Nobody is asked before.`,
    empty: (names: string) => `Nobody can decide in: ${names}`,
    waitsFor: (count: number) => (count === 1 ? 'Waits for' : 'Waits for one of'),
  },
  {
    rule: 'Regel',
    erased: 'gelöschter Benutzer',
    erasedRule: 'gelöscht',
    count: (approved, needed) => `${approved} von ${needed} Freigaben`,
    approvedAt: (time) => `hat freigegeben, ${time}`,
    declinedAt: (time) => `hat abgelehnt, ${time}`,
    parked: (count) =>
      count === 0
        ? 'Inzwischen können genug Personen entscheiden. Sie werden gleich gefragt.'
        : `Wartet, bis genug Personen entscheiden können: Es ${count === 1 ? 'fehlt 1 Person' : `fehlen ${count} Personen`}. Vorher wird niemand gefragt.`,
    empty: (names) => `Niemand kann entscheiden in: ${names}`,
    waitsFor: (count) => (count === 1 ? 'Wartet auf' : 'Wartet auf eine dieser Personen'),
  },
)
