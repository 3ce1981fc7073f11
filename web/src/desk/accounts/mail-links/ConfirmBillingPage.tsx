import { useParams } from 'react-router-dom'
import { confirmBillingAddress } from '#contract/workspaces/billing-address.ts'
import { isApiError } from '#shared/api-error.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { createTexts } from '#shared/texts/create-texts.ts'
import '../auth.css'

const texts = createTexts(
  {
    title: 'Confirm the billing address',
    text: 'Copies of requests for offers for this workspace will go to your address.',
    submit: 'Confirm the billing address',
    done: 'The billing address is confirmed',
    doneText: 'You can close this page.',
    unknown: 'This link is no longer valid',
    unknownText: 'The workspace has another billing address by now. You do not need to do anything.',
  },
  {
    title: 'Rechnungsadresse bestätigen',
    text: 'Kopien von Angebotsanfragen für diesen Workspace gehen dann an Ihre Adresse.',
    submit: 'Rechnungsadresse bestätigen',
    done: 'Die Rechnungsadresse ist bestätigt',
    doneText: 'Sie können diese Seite schließen.',
    unknown: 'Dieser Link gilt nicht mehr',
    unknownText: 'Der Workspace hat inzwischen eine andere Rechnungsadresse. Sie brauchen nichts zu tun.',
  },
)

/** Confirms only after a click, because mail scanners open links. Needs no account. */
export const ConfirmBillingPage = () => {
  const text = texts.use()
  const { billingToken = '' } = useParams()
  const command = useCommand(confirmBillingAddress)
  const { error, isPending, isSuccess } = command
  const isUnknown = isApiError(error, 'token.not-found') || isApiError(error, 'input.invalid')
  if (isSuccess || isUnknown)
    return (
      <div className="auth">
        <PageTitle key="end">{isSuccess ? text.done : text.unknown}</PageTitle>
        <p>{isSuccess ? text.doneText : text.unknownText}</p>
      </div>
    )
  return (
    <div className="auth">
      <PageTitle key="ask">{text.title}</PageTitle>
      <p>{text.text}</p>
      {error && <ErrorNotice error={error} />}
      <button
        type="button"
        className="button"
        aria-disabled={isPending}
        onClick={() => isPending || command.mutate({ params: { billingToken } })}
      >
        {text.submit}
      </button>
    </div>
  )
}
