import type { Readiness } from '#contract/workspaces/readiness.ts'
import { readinessTexts } from './texts.ts'

/** How many of the invitations have been sent, while some wait, and which failed. Nothing once all have arrived. */
export const MailProgress = ({ mails: { waiting, sent, failed } }: Pick<Readiness, 'mails'>) => {
  const text = readinessTexts.use()
  if (waiting + failed === 0) return null
  return (
    <p className="meta numbers" role="status">
      {waiting > 0 && text.mails(sent, waiting + sent + failed)} {failed > 0 && text.failed(failed)}
    </p>
  )
}
