import { expect, test } from 'vitest'
import type { Rule } from '#contract/requests/kinds.ts'
import { amountText, ruleText } from '#contract/requests/rules/rule-text.ts'
import { ruleOf } from '#support/rules-in-words.ts'

const NAMES = {
  groups: { t: 'Treasury', b: 'Vorstand', l: 'Legal' },
  people: { anna: 'Anna Adler', ben: 'Ben Bach' },
  fields: { payee: { de: 'Empfänger', en: 'Payee' } },
}

const TABLE: readonly (readonly [rule: string, more: Partial<Rule>, english: string, german: string])[] = [
  [
    '2 of t when from 10000.00, in EUR',
    {},
    'Two of: Treasury; from 10,000.00 EUR',
    'Zwei aus: Treasury; ab 10.000,00 EUR',
  ],
  [
    '2 of t',
    { escalate: { after: 24, who: { groups: ['b', 'l'] } } },
    'Two of: Treasury; after 24 hours also: Vorstand, Legal',
    'Zwei aus: Treasury; nach 24 Stunden auch: Vorstand, Legal',
  ],
  [
    '2 of t',
    { escalate: { after: 1, who: { participants: ['anna', 'ben'] } } },
    'Two of: Treasury; after one hour also: Anna Adler, Ben Bach',
    'Zwei aus: Treasury; nach einer Stunde auch: Anna Adler, Ben Bach',
  ],
  [
    '2 of t',
    { escalate: { after: 2, who: { participants: ['anna', 'unknown'] } } },
    'Two of: Treasury; after 2 hours also: 2 further people',
    'Zwei aus: Treasury; nach 2 Stunden auch: 2 weitere Personen',
  ],
  [
    '2 of t',
    { escalate: { after: 2, who: 'any' } },
    'Two of: Treasury; after 2 hours also: all approvers',
    'Zwei aus: Treasury; nach 2 Stunden auch: alle Freigebenden',
  ],
  ['1 of any', {}, 'Any one approver', 'Eine beliebige freigebende Person'],
  [
    '3 of any when below 10000, in EUR',
    {},
    'Any three approvers; below 10,000.00 EUR',
    'Drei beliebige Freigebende; unter 10.000,00 EUR',
  ],
  [
    '1 of t when from 500, below 10000, in EUR',
    {},
    'One of: Treasury; from 500.00 EUR and below 10,000.00 EUR',
    'Eine Person aus: Treasury; ab 500,00 EUR und unter 10.000,00 EUR',
  ],
  ['2 of t+b', {}, 'One each of: Treasury, Vorstand', 'Je eine Person aus: Treasury, Vorstand'],
  [
    '2 of t+b+l',
    {},
    'Two, each of another group of: Treasury, Vorstand, Legal',
    'Zwei, jede Person aus einer anderen Gruppe von: Treasury, Vorstand, Legal',
  ],
  ['1 of t+b', {}, 'One of: Treasury, Vorstand', 'Eine Person aus: Treasury, Vorstand'],
  ['2 of @anna+ben', {}, 'Two of: Anna Adler, Ben Bach', 'Zwei von: Anna Adler, Ben Bach'],
  ['1 of @anna+ben', {}, 'One of: Anna Adler, Ben Bach', 'Eine Person von: Anna Adler, Ben Bach'],
  ['1 of @anna', {}, 'Anna Adler', 'Anna Adler'],
  ['1 of @gone', {}, 'One named person', 'Eine benannte Person'],
  ['2 of @gone+left+away', {}, 'Two of: 3 named people', 'Zwei von: 3 benannte Personen'],
  [
    '2 of @anna+gone+left',
    {},
    'Two of: Anna Adler, 2 further people',
    'Zwei von: Anna Adler, 2 weitere Personen',
  ],
  [
    '2 of t when payee is Acme',
    {},
    'Two of: Treasury; Payee is “Acme”',
    'Zwei aus: Treasury; Empfänger ist „Acme“',
  ],
  ['2 of t when by b', {}, 'Two of: Treasury; asked by Vorstand', 'Zwei aus: Treasury; gefragt von Vorstand'],
  ['2 of t when in CHF', {}, 'Two of: Treasury; in CHF', 'Zwei aus: Treasury; in CHF'],
  [
    '2 of t when from 1000000, in JPY',
    {},
    'Two of: Treasury; from 1,000,000 JPY',
    'Zwei aus: Treasury; ab 1.000.000 JPY',
  ],
  ['2 of t when from 10000', {}, 'Two of: Treasury; from 10,000', 'Zwei aus: Treasury; ab 10.000'],
  [
    '2 of t',
    { before: 'call-check' },
    'Two of: Treasury; after a call check in the last 24 hours',
    'Zwei aus: Treasury; nach einer Anrufprüfung in den letzten 24 Stunden',
  ],
  [
    '2 of t',
    { before: 'call-back', beforeHours: 1 },
    'Two of: Treasury; after a call-back on the number on file in the last hour',
    'Zwei aus: Treasury; nach einem Rückruf auf der hinterlegten Nummer in der letzten Stunde',
  ],
  [
    '4 of any as-many',
    {},
    'Any four approvers; 4 declines end it',
    'Vier beliebige Freigebende; endet mit 4 Ablehnungen',
  ],
  ['1 of any as-many', {}, 'Any one approver', 'Eine beliebige freigebende Person'],
]

test.each(TABLE)('says %s %j in both languages', (text, more, english, german) => {
  const rule = ruleOf(text, more)
  expect(ruleText(rule, NAMES, 'en')).toBe(english)
  expect(ruleText(rule, NAMES, 'de')).toBe(german)
})

test('an amount keeps every digit', () => {
  expect(amountText('9999999999999.9999', 'EUR', 'en')).toBe('9,999,999,999,999.9999 EUR')
  expect(amountText('0.1', 'EUR', 'de')).toBe('0,10 EUR')
  expect(amountText('1.5', undefined, 'en')).toBe('1.50')
})
