import { describe, expect, it } from 'vitest'
import { phoneOf } from '../../../testing/samples.ts'
import { isSetUpHere, signingDevice, signingDevices, waitingDevice, type OwnDevice } from './own-devices.ts'

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

  it('is none while the only device waits', () => {
    const waits = device({ state: 'waiting' })
    expect(signingDevice([waits], true)).toBe('none')
    expect(waitingDevice([waits])).toBe(waits)
    expect(signingDevice([waits, device({ id: 'u' })], true)).toMatchObject({ id: 'u' })
  })
})

describe('a waiting device', () => {
  it('counts as set up here, so that nobody is asked to set it up again', () => {
    expect(isSetUpHere([device({ state: 'waiting' })])).toBe(true)
    expect(isSetUpHere([device({ state: 'waiting', isHere: false })])).toBe(false)
    expect(isSetUpHere([device({ state: 'disabled', disabled: true })])).toBe(false)
  })

  it('concerns this browser if its key is here, or if it is a passkey, which may be synced', () => {
    const waits = { state: 'waiting', isHere: false } as const
    expect(waitingDevice([device(waits)])).toBeUndefined()
    expect(waitingDevice([device({ ...waits, kind: 'passkey' })])).toMatchObject({ kind: 'passkey' })
  })
})
