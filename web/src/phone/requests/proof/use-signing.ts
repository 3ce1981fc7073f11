import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Proof, Request } from '#contract/requests/requests.ts'
import { isApiError, isUncertain } from '#shared/api-error.ts'
import { useCommandSteps } from '#shared/commands/use-command.ts'
import type { OwnDevice } from '../../accounts/devices/own-devices.ts'
import { useUserId } from '../../accounts/sessions/phone-session.tsx'
import {
  compareContent,
  ContentDiffers,
  isUsable,
  signWithPasskey,
  signWithPin,
  type ContentSource,
  type Compared,
  type Sign,
} from './sign.ts'
import type { SheetSubject } from './Sheet.tsx'

export type Signing = {
  /** The operation that prepares what is signed, and the one that takes the proof. */
  readonly endpoints: { readonly prepares: Endpoint; readonly takes: Endpoint }
  readonly content: ContentSource
  /** What the sheet says of it. */
  readonly subject: SheetSubject
  /** The same proof under the same key counts once, however often it is sent. */
  readonly send: (proof: Proof, idempotencyKey: string) => Promise<Request>
  /** At least one, the best first. */
  readonly devices: readonly OwnDevice[]
  readonly onDone: (request: Request) => void
  readonly onRefused: (error: unknown) => void
}

/** What was signed, as it is sent each time. */
type Sent = { readonly subject: SheetSubject; readonly deliver: () => Promise<Request> }

/** What the sheet cannot mend: the page behind it says what is to be done. */
const isForThePage = (error: unknown): boolean =>
  error instanceof ContentDiffers || isApiError(error, 'number.wrong')

/**
 * First compares what would be signed, then asks for the passkey or the PIN, then signs. Done is only what the server confirmed.
 * What it never answered goes out again as it was before anything else is signed: it may have counted already.
 */
export const useSigning = ({ endpoints, content, subject, send, devices, onDone, onRefused }: Signing) => {
  const userId = useUserId()
  const [step, setStep] = useState<OwnDevice['kind'] | null>(null)
  const [compared, setCompared] = useState<Compared | null>(null)
  const [unanswered, setUnanswered] = useState<Sent | null>(null)
  const pinDevice = devices.find(({ kind }) => kind === 'pin')
  const compare = useCommandSteps(endpoints.prepares, () => compareContent(content), {
    onSuccess: (found) => {
      setCompared(found)
      setStep(devices[0]!.kind)
    },
    onError: onRefused,
  })
  const signed = async (by: Sign): Promise<Sent> => {
    // good for one try; without it, or when it is too old, the content is asked for and compared anew
    const usable = compared && isUsable(compared, performance.now())
    const { prepared } = usable ? compared : await compareContent(content)
    const proof = await by(prepared)
    const key = crypto.randomUUID()
    return { subject, deliver: () => send(proof, key) }
  }
  const sign = useCommandSteps(
    endpoints.takes,
    async (by: Sign | Sent) => {
      const isAgain = typeof by === 'object'
      const sent = isAgain ? by : await signed(by)
      try {
        return await sent.deliver()
      } catch (error) {
        // what is not even looked at says nothing of what came before
        const isOpen = isUncertain(error) || (isAgain && isApiError(error, 'rate.exceeded'))
        setUnanswered(isOpen ? sent : null)
        throw error
      }
    },
    {
      onSuccess: onDone,
      onError: (error) => {
        setCompared(null)
        if (isForThePage(error)) setStep(null)
        onRefused(error)
      },
      // the PIN is forgotten with the try, once it is answered
      gcTime: 0,
    },
  )
  // a PIN that was blocked meanwhile leaves the passkey
  const byDevice = step === 'pin' && !pinDevice ? 'passkey' : step
  return {
    step: byDevice && unanswered ? 'resend' : byDevice,
    subject: unanswered?.subject ?? subject,
    isPreparing: compare.isPending,
    isSigning: sign.isPending,
    error: sign.error ?? compare.error,
    begin: () => {
      sign.reset()
      if (unanswered) setStep(devices[0]!.kind)
      else if (!compare.isPending) compare.mutate()
    },
    giveUp: () => {
      setStep(null)
      sign.reset()
    },
    onPasskey: () => sign.mutate(signWithPasskey),
    onPin: (pin: string) => sign.mutate(signWithPin({ userId, deviceId: pinDevice!.id, pin })),
    onResend: () => unanswered && sign.mutate(unanswered),
    /** Where this browser has a PIN too. */
    onUsePin: pinDevice && (() => setStep('pin')),
  }
}
