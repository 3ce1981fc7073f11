import { useEffect } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Body } from '#contract/endpoint.ts'
import type { RequestOptions } from '#contract/accounts/passkeys.ts'
import { superLogin } from '#contract/accounts/sessions.ts'
import { call } from '#shared/api/api.ts'
import { loadWebAuthn, NoPasskey, signWithPasskey } from '#shared/sign-in/passkeys.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { createTexts } from '#shared/texts/create-texts.ts'

const texts = createTexts(
  {
    text: 'The password is right. Now confirm it with your passkey.',
    confirm: 'Confirm with passkey',
    confirming: 'Waiting for the passkey…',
    none: 'Nothing was confirmed: it was cancelled, or took too long.',
    back: 'Back',
  },
  {
    text: 'Das Passwort stimmt. Bestätigen Sie nun mit Ihrem Passkey.',
    confirm: 'Mit Passkey bestätigen',
    confirming: 'Warte auf den Passkey …',
    none: 'Nichts wurde bestätigt: Es wurde abgebrochen oder dauerte zu lange.',
    back: 'Zurück',
  },
)

type Props = {
  readonly credentials: Body<typeof superLogin>
  readonly options: RequestOptions
  readonly onToken: (token: string) => void
  readonly onBack: () => void
}

/** The second step for super admins with a passkey, after the password. */
export const SuperSecondStep = ({ credentials, options, onToken, onBack }: Props) => {
  const text = texts.use()
  useEffect(() => void loadWebAuthn(), [])
  const confirm = useMutation({
    mutationFn: async () => {
      const assertion = await signWithPasskey(options)
      return call(superLogin, { body: { ...credentials, assertion } })
    },
    onSuccess: ({ access_token }) => onToken(access_token),
  })
  return (
    <>
      <p role="status">{text.text}</p>
      {confirm.error instanceof NoPasskey ? (
        <p className="notice info" role="alert">
          {text.none}
        </p>
      ) : (
        confirm.error && <ErrorNotice error={confirm.error} />
      )}
      <button
        type="button"
        className="button"
        autoFocus
        aria-disabled={confirm.isPending}
        onClick={() => confirm.isPending || confirm.mutate()}
      >
        {confirm.isPending ? text.confirming : text.confirm}
      </button>
      <button type="button" className="button button-outlined" onClick={onBack}>
        {text.back}
      </button>
    </>
  )
}
