import { expect, test } from 'vitest'
import { initialsOf } from './Initials.tsx'

test.each([
  ['anna.keller@muster-gmbh.de', 'AK'],
  ['maximiliane.von.und.zu@example.com', 'MV'],
  ['boss@example.com', 'BO'],
  ['山田太郎@例え.jp', '山田'],
  ['x@example.com', 'X'],
  [null, ''],
])('the initials of %s are %s', (email, initials) => expect(initialsOf(email)).toBe(initials))

test.each([
  ['Anna Keller', 'AK'],
  ['Maximiliane von und zu Guttenberg', 'MG'],
  ['Zoë', 'ZO'],
  ['山田太郎', '山田'],
  ['محمد علي', 'مع'],
])('the initials of somebody named %s are %s, whatever the address', (name, initials) =>
  expect(initialsOf('x.y@example.com', name)).toBe(initials),
)
