import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Proof } from '#contract/accounts/proof.ts'
import { isApiError, isUncertain } from '#shared/api-error.ts'
import { useCommandSteps } from '#shared/commands/use-command.ts'
import type { OwnDevice } from '../keys/own-devices.ts'
import { useUserId } from '../sessions/phone-session.tsx'
import { signWithPasskey, signWithPin, type Sign } from './sign.ts'
import type { SheetSubject } from './Sheet.tsx'
import {
  compareContent,
  ContentDiffers,
  isUsable,
  type Compared,
  type ContentSource,
  type Signable,
} from '#shared/sign-in/signable.ts'

export type Signing<P extends Signable, T> = {
  /** `prepares` returns the content to sign, `takes` accepts the proof. */
  readonly endpoints: { readonly prepares: Endpoint; readonly takes: Endpoint }
  readonly content: ContentSource<P>
  readonly subject: SheetSubject
  /** What the sheet shows of the content beside the subject. */
  readonly shows?: (prepared: P) => SheetSubject['more']
  /** Sending the same proof again with the same key has no further effect. */
  readonly send: (proof: Proof, idempotencyKey: string, prepared: P) => Promise<T>
  /** At least one, the best first. */
  readonly devices: readonly OwnDevice[]
  readonly onDone: (reply: T) => void
  readonly onRefused: (error: unknown) => void
}

/** A signed command that can be sent again unchanged. */
type SignedCommand<T> = { readonly subject: SheetSubject; readonly deliver: () => Promise<T> }

/** Errors that the page explains instead of the sheet. */
const isShownOnPage = (error: unknown): boolean =>
  error instanceof ContentDiffers || isApiError(error, 'number.wrong')

/**
 * Compares the content to sign with what is shown, asks for the passkey or the PIN, signs and sends. A command that was
 * never answered is sent again unchanged before anything else is signed, because it may have succeeded.
 */
export const useSigning = <P extends Signable, T>({
  endpoints,
  content,
  subject: about,
  shows,
  send,
  devices,
  onDone,
  onRefused,
}: Signing<P, T>) => {
  const userId = useUserId()
  const [step, setStep] = useState<OwnDevice['kind'] | null>(null)
  const [compared, setCompared] = useState<Compared<P> | null>(null)
  const [prepared, setPrepared] = useState<P | null>(null)
  const subject = prepared && shows ? { ...about, more: shows(prepared) } : about
  const [unanswered, setUnanswered] = useState<SignedCommand<T> | null>(null)
  const pinDevice = devices.find(({ kind }) => kind === 'pin')
  const compare = useCommandSteps(endpoints.prepares, () => compareContent(content), {
    onSuccess: (found) => {
      setCompared(found)
      setPrepared(found.prepared)
      setStep(devices[0]!.kind)
    },
    onError: onRefused,
  })
  const signCommand = async (by: Sign): Promise<SignedCommand<T>> => {
    // Compared content is good for one try. Without it, or if it is too old, it is fetched and compared again.
    const usable = compared && isUsable(compared, performance.now())
    const { prepared: signed } = usable ? compared : await compareContent(content)
    const proof = await by(signed)
    const key = crypto.randomUUID()
    return { subject, deliver: () => send(proof, key, signed) }
  }
  const sign = useCommandSteps(
    endpoints.takes,
    async (by: Sign | SignedCommand<T>) => {
      const isResend = typeof by === 'object'
      const sent = isResend ? by : await signCommand(by)
      try {
        return await sent.deliver()
      } catch (error) {
        // A rate-limited retry says nothing about the first attempt.
        const isOpen = isUncertain(error) || (isResend && isApiError(error, 'rate.exceeded'))
        setUnanswered(isOpen ? sent : null)
        throw error
      }
    },
    {
      onSuccess: onDone,
      onError: (error) => {
        setCompared(null)
        if (isShownOnPage(error)) setStep(null)
        onRefused(error)
      },
      // Drops the PIN from memory as soon as the try is answered.
      gcTime: 0,
    },
  )
  // If the PIN was blocked meanwhile, the passkey remains.
  const deviceStep = step === 'pin' && !pinDevice ? 'passkey' : step
  return {
    step: deviceStep && unanswered ? 'resend' : deviceStep,
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
    /** Set if this browser also has a PIN. */
    onUsePin: pinDevice && (() => setStep('pin')),
  }
}
