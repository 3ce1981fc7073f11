import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { useText } from '#shared/texts/common.ts'
import { ResendPart } from '../mail-links/ResendPart.tsx'
import { authTexts } from '../texts.ts'
import { useResend } from '../mail-links/use-resend.ts'
import '../auth.css'

type Props = { readonly email: string; readonly onWrongAddress: () => void }

export const CheckYourEmail = ({ email, onWrongAddress }: Props) => {
  const text = authTexts.use()
  const common = useText()
  const resend = useResend()
  return (
    <div className="auth">
      <PageTitle>{common.checkYourEmail}</PageTitle>
      <p>{text.check.text(email)}</p>
      <p className="muted">{text.check.nothing}</p>
      <ResendPart resend={resend} label={text.login.resend} onPress={() => resend.resend(email)} />
      <div className="auth-links">
        <button type="button" className="button-link" onClick={onWrongAddress}>
          {text.check.wrong}
        </button>
        <Link to={paths.login}>{common.login}</Link>
      </div>
    </div>
  )
}
