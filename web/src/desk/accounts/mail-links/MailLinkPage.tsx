import { useParams } from 'react-router-dom'
import { unsubscribe } from '#contract/accounts/unsubscribe.ts'
import { confirmBillingAddress } from '#contract/workspaces/billing-address.ts'
import { isApiError } from '#shared/api-error.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { createTexts } from '#shared/texts/create-texts.ts'
import '../auth.css'

const billingTexts = createTexts(
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

const unsubscribeTexts = createTexts(
  {
    title: 'No more e-mails about requests?',
    text: 'You then see requests in the app only. E-mails about call checks and security still come.',
    submit: 'Switch them off',
    done: 'You get no more e-mails about requests',
    doneText: 'You can change this in your account at any time.',
    account: 'Open the account',
    unknown: 'This link is not valid',
    unknownText: 'You can choose in your account when e-mails about requests come.',
  },
  {
    title: 'Keine E-Mails zu Anfragen mehr?',
    text: 'Anfragen sehen Sie dann nur noch in der App. E-Mails zu Anrufprüfungen und zur Sicherheit kommen weiterhin.',
    submit: 'Ausschalten',
    done: 'Sie erhalten keine E-Mails zu Anfragen mehr',
    doneText: 'Das können Sie jederzeit in Ihrem Konto ändern.',
    account: 'Konto öffnen',
    unknown: 'Dieser Link gilt nicht',
    unknownText: 'In Ihrem Konto können Sie wählen, wann E-Mails zu Anfragen kommen.',
  },
)

type Props = {
  /** With the label of a link to the account, if the end leads there. */
  readonly text: ReturnType<typeof billingTexts.use> & { readonly account?: string }
  readonly command: Readonly<Record<'isPending' | 'isSuccess', boolean>> & { readonly error: Error | null }
  readonly onSubmit: () => void
}

/** Acts only after a click, because mail scanners open links. Needs no account. */
const MailLinkPage = ({ text, command: { error, isPending, isSuccess }, onSubmit }: Props) => {
  const isUnknown = isApiError(error, 'token.not-found') || isApiError(error, 'input.invalid')
  if (isSuccess || isUnknown)
    return (
      <div className="auth">
        <PageTitle key="end">{isSuccess ? text.done : text.unknown}</PageTitle>
        <p>{isSuccess ? text.doneText : text.unknownText}</p>
        {text.account !== undefined && <Link to={paths.account}>{text.account}</Link>}
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
        onClick={() => isPending || onSubmit()}
      >
        {text.submit}
      </button>
    </div>
  )
}

export const ConfirmBillingPage = () => {
  const { token: billingToken = '' } = useParams()
  const command = useCommand(confirmBillingAddress)
  const submit = () => command.mutate({ params: { billingToken } })
  return <MailLinkPage text={billingTexts.use()} command={command} onSubmit={submit} />
}

/** Mail programs send the command themselves. */
export const UnsubscribePage = () => {
  const { token: unsubscribeToken = '' } = useParams()
  const command = useCommand(unsubscribe)
  const submit = () => command.mutate({ params: { unsubscribeToken } })
  return <MailLinkPage text={unsubscribeTexts.use()} command={command} onSubmit={submit} />
}
