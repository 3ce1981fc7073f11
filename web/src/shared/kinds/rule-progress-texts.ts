import { createTexts } from '../texts/create-texts.ts'

export const ruleProgressTexts = createTexts(
  {
    rule: 'Rule',
    erased: 'deleted user',
    erasedRule: 'deleted',
    count: (approved: number, needed: number) => `${approved} of ${needed} approvals`,
    approvedAt: (time: string) => `approved, ${time}`,
    declinedAt: (time: string) => `declined, ${time}`,
    waitsFor: (count: number) => (count === 1 ? 'Waits for' : 'Waits for one of'),
  },
  {
    rule: 'Regel',
    erased: 'gelöschter Benutzer',
    erasedRule: 'gelöscht',
    count: (approved, needed) => `${approved} von ${needed} Freigaben`,
    approvedAt: (time) => `hat freigegeben, ${time}`,
    declinedAt: (time) => `hat abgelehnt, ${time}`,
    waitsFor: (count) => (count === 1 ? 'Wartet auf' : 'Wartet auf eine dieser Personen'),
  },
)
