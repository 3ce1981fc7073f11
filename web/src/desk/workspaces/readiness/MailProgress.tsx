import type { Readiness } from '#contract/workspaces/readiness.ts'
import { Link } from '#shared/parts/Link.tsx'
import { readinessTexts } from './texts.ts'

type Props = { readonly workspaceId: string; readonly readiness: Pick<Readiness, 'mails' | 'unreached'> }

/** How many of the invitations have been sent, while some wait, and who could not be reached. Nothing once all have arrived. */
export const MailProgress = ({ workspaceId, readiness: { mails, unreached } }: Props) => {
  const text = readinessTexts.use()
  const { waiting, sent, failed } = mails
  if (waiting + unreached === 0) return null
  return (
    <p className="meta numbers" role="status">
      {waiting > 0 && text.mails(sent, waiting + sent + failed)}{' '}
      {unreached > 0 && (
        <>
          {text.unreached(unreached)}{' '}
          <Link to={`/workspace/${workspaceId}?lacks=mailbox`}>{text.whoUnreached}</Link>
        </>
      )}
    </p>
  )
}
