import { emailError } from '#shared/forms/field-errors.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { Field } from '#shared/native/Field.tsx'
import { useText } from '#shared/texts/common.ts'
import { useFields } from '#shared/forms/use-fields.ts'
import { ResendPart } from './ResendPart.tsx'
import { authTexts } from '../texts.ts'
import type { Resend } from './use-resend.ts'

type Props = { readonly resend: Resend; readonly label: string }

/** Replaces the page of an expired or unknown link. Sends a new link to the entered address. */
export const InvalidLink = ({ resend, label }: Props) => {
  const text = authTexts.use()
  const common = useText()
  const form = useFields({ email: '' }, ({ email }) => ({ email: emailError(email, common.invalid) }))
  const submit = form.submit(({ email }) => resend.resend(email.trim()))
  return (
    <div className="auth">
      <PageTitle key="unknown">{text.confirm.unknown}</PageTitle>
      <p>{text.confirm.unknownText}</p>
      <form className="form" noValidate onSubmit={submit}>
        <Field label={common.email} type="email" autoComplete="email" {...form.field('email')} />
        <ResendPart isMain resend={resend} label={label} onPress={() => submit()} />
      </form>
      <div className="auth-links">
        <Link to={paths.login}>{common.login}</Link>
      </div>
    </div>
  )
}
