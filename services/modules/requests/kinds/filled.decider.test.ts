import { expect, test } from 'vitest'
import { filledIn } from './filled.decider.ts'

const of = { requestId: 'r', workspaceId: 'w' }

test('a request of a kind says beside its creation what was filled in, and another one nothing', () => {
  const kind = { name: { de: 'Zahlung', en: 'Payment' } }
  const label = { de: 'Empfänger', en: 'Payee' }
  const fields = [{ name: 'payee', label, type: 'line' as const, listed: true, value: 'Müller' }]
  expect(filledIn({ kindId: 'k', kindVersion: 2, kind, fields }, of)).toEqual([
    { type: 'FieldsFilled', data: { ...of, kindId: 'k', kindVersion: 2, filled: { kind, fields } } },
  ])
  expect(filledIn(null, of)).toEqual([])
})
