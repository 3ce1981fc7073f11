import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Client } from '#contract/accounts/sessions.ts'
import { isApiError } from '../api-error.ts'
import { knowsPasskeys, loadWebAuthn, logInByPasskey, NoPasskey } from './passkeys.ts'
import { passkeyTexts } from './passkey-texts.ts'
import { useErrorText } from '../texts/common.ts'

type Props = { readonly client: Client; readonly onToken: (token: string) => void }

/**
 * Signs in with a passkey if the browser supports it: by a press, or through the browser's autofill in an input whose
 * `autocomplete` ends in `webauthn`.
 */
export const PasskeyButton = (props: Props) => (knowsPasskeys() ? <Offer {...props} /> : null)

const Offer = ({ client, onToken }: Props) => {
  const text = passkeyTexts.use()
  const [presses, setPresses] = useState(0)
  const [refusal, setRefusal] = useState<unknown>(null)
  const signIn = useMutation({
    mutationFn: () => logInByPasskey(client),
    onMutate: () => setRefusal(null),
    onSuccess: (token) => onToken(token),
    onError: setRefusal,
    // A press replaces the pending autofill request.
    onSettled: () => setPresses((before) => before + 1),
  })
  return (
    <>
      {refusal !== null && <Fault error={refusal} />}
      <button
        type="button"
        className="button button-outlined"
        aria-disabled={signIn.isPending}
        onClick={() => signIn.isPending || signIn.mutate()}
      >
        {signIn.isPending ? text.signingIn : text.signIn}
      </button>
      <Autofill key={presses} client={client} onToken={onToken} onRefused={setRefusal} />
    </>
  )
}

type AutofillProps = Props & { readonly onRefused: (error: unknown) => void }

/** Renders nothing: the browser shows the passkeys. */
const Autofill = ({ client, onToken, onRefused }: AutofillProps) => {
  const handlers = useRef({ onToken, onRefused })
  useEffect(() => {
    handlers.current = { onToken, onRefused }
  })
  useEffect(() => {
    let isOver = false
    const offer = async () => {
      const { browserSupportsWebAuthnAutofill } = await loadWebAuthn()
      if (!(await browserSupportsWebAuthnAutofill()) || isOver) return
      const token = await logInByPasskey(client, { useBrowserAutofill: true })
      if (!isOver) handlers.current.onToken(token)
    }
    offer().catch((error: unknown) => {
      // The reader chose another way to sign in.
      if (!isOver && isApiError(error, 'login.failed')) handlers.current.onRefused(error)
    })
    return () => {
      isOver = true
    }
  }, [client])
  return null
}

const Fault = ({ error }: { readonly error: unknown }) => {
  const text = passkeyTexts.use()
  const errorText = useErrorText()
  const isNone = error instanceof NoPasskey
  const said = isNone ? text.none : isApiError(error, 'login.failed') ? text.unknown : errorText(error)
  return (
    <div className={`notice ${isNone ? 'info' : 'error'}`} role="alert">
      <p>{said}</p>
    </div>
  )
}
