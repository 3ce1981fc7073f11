import { createTexts } from '../texts/create-texts.ts'

export const ruleProgressTexts = createTexts(
  {
    rule: 'Rule',
    erased: 'deleted user',
    erasedRule: 'deleted',
    count: (approved: number, needed: number) => `${approved} of ${needed} approvals`,
    approvedAt: (time: string) => `approved, ${time}`,
    declinedAt: (time: string) => `declined, ${time}`,
    waitsFor: (names: string, count: number) =>
      count === 1 ? `Waits for ${names}` : `Waits for one of ${names}`,
  },
  {
    rule: 'Regel',
    erased: 'gelöschter Benutzer',
    erasedRule: 'gelöscht',
    count: (approved, needed) => `${approved} von ${needed} Freigaben`,
    approvedAt: (time) => `hat freigegeben, ${time}`,
    declinedAt: (time) => `hat abgelehnt, ${time}`,
    waitsFor: (names, count) =>
      count === 1 ? `Wartet auf ${names}` : `Wartet auf eine Person von: ${names}`,
  },
)
