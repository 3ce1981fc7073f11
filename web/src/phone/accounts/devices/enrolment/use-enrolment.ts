import { useRef } from 'react'
import { registerDevice, registerDeviceOptions, type Device } from '#contract/accounts/devices.ts'
import { call } from '#shared/api/api.ts'
import { useCommandSteps } from '#shared/commands/use-command.ts'
import { useCacheDevice } from '../../keys/own-devices.ts'
import { useUserId } from '../../sessions/phone-session.tsx'
import { ContentDiffers, differencesBetween } from '#shared/sign-in/signable.ts'
import { useSigning } from '../../signing/use-signing.ts'
import { useSigningDevices } from '../../signing/use-signing-devices.ts'
import { enrolmentTexts } from './enrolment-texts.ts'
import type { NewKey, Offer } from './new-key.ts'

type Enrolment = {
  readonly name: string
  readonly create: (given: { readonly isFurther: boolean }) => Promise<NewKey>
  readonly onDone: (device: Device) => void
}

/**
 * Creates a key and registers it. If a device of the user can sign here, it is asked to vouch for the new one; without that
 * signature, which the user may not have at hand, the new device waits.
 */
export const useEnrolment = ({ name, create, onDone }: Enrolment) => {
  const text = enrolmentTexts.use()
  const userId = useUserId()
  const cacheDevice = useCacheDevice()
  const { devices, onRefused } = useSigningDevices()
  const made = useRef<{ readonly key: NewKey; readonly fresh?: Offer } | null>(null)
  const takeOffer = (): Offer | Promise<Offer> => {
    const { key, fresh } = made.current!
    made.current = { key }
    return fresh ?? key.offer()
  }
  const send = async (...[input]: [Parameters<typeof call<typeof registerDevice>>[1]]): Promise<Device> => {
    const device = await call(registerDevice, input)
    await made.current!.key.keep(device)
    return device
  }
  const done = (device: Device) => {
    cacheDevice(device)
    onDone(device)
  }
  const signing = useSigning({
    endpoints: { prepares: registerDeviceOptions, takes: registerDevice },
    content: {
      prepare: async () => {
        const { body, vouch } = await takeOffer()
        if (!vouch) throw new ContentDiffers(['vouch'])
        return { ...vouch, content: JSON.parse(vouch.canonical) as Record<string, unknown>, body }
      },
      differences: (prepared) => {
        const { nonce, expiresAt } = prepared.content
        const key = made.current!.key.thumbprint
        return differencesBetween({ v: 1, kind: 'enrolment', userId, key, nonce, expiresAt }, prepared)
      },
    },
    subject: { label: text.confirm, title: text.subject(name), person: null, side: null },
    send: (vouch, idempotencyKey, { body }) => send({ body: { ...body, vouch }, idempotencyKey }),
    devices,
    onDone: done,
    onRefused,
  })
  const register = useCommandSteps(registerDevice, async () => send({ body: (await takeOffer()).body }), {
    onSuccess: done,
  })
  const start = useCommandSteps(
    registerDeviceOptions,
    async () => {
      const key = await create({ isFurther: devices.length > 0 })
      return { key, fresh: await key.offer() }
    },
    {
      onSuccess: (found) => {
        made.current = found
        if (found.fresh.vouch && devices.length > 0) signing.begin()
        else register.mutate()
      },
    },
  )
  // The sheet shows its own errors.
  const ofSigning = signing.step === null ? signing.error : null
  return {
    signing,
    isPending: start.isPending || register.isPending || signing.isPreparing || signing.isSigning,
    error: start.error ?? register.error ?? ofSigning,
    begin: () => {
      register.reset()
      start.mutate()
    },
    /** Registers the key without a signature of another device: it waits. */
    beginWithout: () => {
      signing.giveUp()
      register.mutate()
    },
  }
}
