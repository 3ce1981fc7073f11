import { describe, expect, it } from 'vitest'
import { pinFault } from './pin-rules.ts'

describe('a PIN', () => {
  it.each(['', '12345', '1234567890123', '12a456', '123 456', '１２３４５６'])(
    'needs 6 to 12 digits: %j',
    (pin) => expect(pinFault(pin)).toBe('pin.digits'),
  )

  it.each(['000000', '111111111111', '121212', '123123', '112211', '000001'])(
    'must not repeat the same digits: %s',
    (pin) => expect(pinFault(pin)).toBe('pin.repeats'),
  )

  it.each(['123456', '654321', '456789', '789012', '9876543210', '012345', '246810', '102030'])(
    'must not count in equal steps: %s',
    (pin) => expect(pinFault(pin)).toBe('pin.counts'),
  )

  it.each(['739201', '480257', '8305174926'])('may be anything else: %s', (pin) =>
    expect(pinFault(pin)).toBeNull(),
  )
})
