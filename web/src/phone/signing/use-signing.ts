import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Proof, Request } from '#contract/requests.ts'
import { isApiError } from '../../shared/api-error.ts'
import { useCommandSteps } from '../../shared/use-command.ts'
import type { OwnDevice } from '../devices/own-devices.ts'
import { useUserId } from '../session/phone-session.tsx'
import {
  compareContent,
  ContentDiffers,
  isUsable,
  signWithPasskey,
  signWithPin,
  type Asking,
  type Compared,
  type Sign,
} from './sign.ts'

export type Signing = {
  /** The operation that prepares what is signed, and the one that takes the proof. */
  readonly endpoints: { readonly prepares: Endpoint; readonly takes: Endpoint }
  readonly asking: Asking
  readonly send: (proof: Proof) => Promise<Request>
  /** At least one, the best first. */
  readonly devices: readonly OwnDevice[]
  readonly onDone: (request: Request) => void
  readonly onRefused: (error: unknown) => void
}

/** What the sheet cannot mend: the page behind it says what is to be done. */
const isForThePage = (error: unknown): boolean =>
  error instanceof ContentDiffers || isApiError(error, 'number.wrong')

/** First compares what would be signed, then asks for the passkey or the PIN, then signs. Done is only what the server confirmed. */
export const useSigning = ({ endpoints, asking, send, devices, onDone, onRefused }: Signing) => {
  const userId = useUserId()
  const [step, setStep] = useState<OwnDevice['kind'] | null>(null)
  const [compared, setCompared] = useState<Compared | null>(null)
  const pinDevice = devices.find(({ kind }) => kind === 'pin')
  const compare = useCommandSteps(endpoints.prepares, () => compareContent(asking), {
    onSuccess: (found) => {
      setCompared(found)
      setStep(devices[0]!.kind)
    },
    onError: onRefused,
  })
  const sign = useCommandSteps(
    endpoints.takes,
    async (by: Sign) => {
      // good for one try; without it, or when it is too old, the content is asked for and compared anew
      const usable = compared && isUsable(compared, performance.now())
      const { prepared } = usable ? compared : await compareContent(asking)
      return send(await by(prepared))
    },
    {
      onSuccess: onDone,
      onError: (error) => {
        setCompared(null)
        if (isForThePage(error)) setStep(null)
        onRefused(error)
      },
      // the PIN is forgotten with the try
      gcTime: 0,
    },
  )
  return {
    // a PIN that was blocked meanwhile leaves the passkey
    step: step === 'pin' && !pinDevice ? 'passkey' : step,
    isPreparing: compare.isPending,
    isSigning: sign.isPending,
    error: sign.error ?? compare.error,
    begin: () => {
      sign.reset()
      if (!compare.isPending) compare.mutate()
    },
    giveUp: () => {
      setStep(null)
      sign.reset()
    },
    onPasskey: () => sign.mutate(signWithPasskey),
    onPin: (pin: string) => sign.mutate(signWithPin({ userId, deviceId: pinDevice!.id, pin })),
    /** Where this browser has a PIN too. */
    onUsePin: pinDevice && (() => setStep('pin')),
  }
}
