import { describe, expect, it } from 'vitest'
import { phoneOf } from '../../../testing/samples.ts'
import { signingDevice, signingDevices, type OwnDevice } from './own-devices.ts'

const device = (change: Partial<OwnDevice>): OwnDevice => ({
  ...phoneOf({ id: 'a', name: 'Android' }),
  isHere: true,
  ...change,
})

describe('the signing device', () => {
  it('is the newest one whose key is in this browser', () => {
    const newest = device({ id: 'b' })
    expect(signingDevice([device({ isHere: false }), newest, device({})], true)).toBe(newest)
  })

  it('is none while all keys are in other browsers', () => {
    expect(signingDevice([device({ isHere: false })], false)).toBe('none')
  })

  it('prefers a local passkey to a PIN, and a PIN to a passkey from another device', () => {
    const [pin, here] = [device({}), device({ id: 'p', kind: 'passkey' })]
    const elsewhere = device({ id: 'q', kind: 'passkey', isHere: false })
    expect(signingDevices([elsewhere, pin, here])).toEqual([here, pin])
    expect(signingDevices([elsewhere, pin])).toEqual([pin, elsewhere])
    expect(signingDevices([elsewhere, device({ disabled: true })])).toEqual([elsewhere])
  })

  it('skips a disabled device for an older one that works', () => {
    const older = device({ id: 'c' })
    expect(signingDevice([device({ disabled: true }), older], false)).toBe(older)
  })

  it('is disabled if every device of this browser is', () => {
    expect(signingDevice([device({ disabled: true })], true)).toBe('disabled')
  })

  it('is removed if the list no longer has the device of a local key and nothing else can sign', () => {
    expect(signingDevice([device({ isHere: false })], true)).toBe('removed')
  })
})
