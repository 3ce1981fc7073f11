import { expect, test } from 'vitest'
import { fileName } from './file-name.ts'

test.each([
  ['Rechnung 4711 – März.pdf', 'Rechnung 4711 – März.pdf'],
  ['  請求書.pdf ', '請求書.pdf'],
  ['חשבונית.pdf', 'חשבונית.pdf'],
  ['a'.repeat(200), 'a'.repeat(200)],
])('the name %j is taken', (name, taken) => expect(fileName(name)).toBe(taken))

test.each([
  ['a path', '../../etc/passwd'],
  ['a path of Windows', 'C:\\invoice.pdf'],
  ['the folder itself', '..'],
  ['a line break', 'invoice\n.pdf'],
  ['a control character', 'invoice\u0000.pdf'],
  ['a turned ending', 'invoice\u202Efdp.exe'],
  ['an isolated direction', '\u2067invoice.pdf'],
  ['nothing', ''],
  ['nothing visible', '\u200B'],
  ['201 characters', 'a'.repeat(201)],
])('a name with %s is refused', (_, name) =>
  expect(() => fileName(name)).toThrow(expect.objectContaining({ code: 'input.invalid' })),
)
