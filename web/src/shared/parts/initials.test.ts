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
