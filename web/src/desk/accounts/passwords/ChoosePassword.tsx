import { newPasswordError } from '#shared/forms/field-errors.ts'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { SubmitButton } from '#shared/native/SubmitButton.tsx'
import { useText } from '#shared/texts/common.ts'
import { useFields } from '#shared/forms/use-fields.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { authTexts } from '../texts.ts'
import { usePasswordLength } from './use-password-length.ts'

type Props = {
  readonly busy: boolean
  readonly error: Error | null
  readonly onChoose: (password: string) => void
}

/** In another browser than that of the sign-up, the owner of the mailbox chooses a new password. */
export const ChoosePassword = ({ busy, error, onChoose }: Props) => {
  const { confirm } = authTexts.use()
  const common = useText()
  const least = usePasswordLength()
  const form = useFields({ password: '' }, ({ password }) => ({
    password: newPasswordError(password, common.invalid, least),
  }))
  return (
    <div className="auth">
      <PageTitle key="password">{confirm.choose}</PageTitle>
      <p>{confirm.chooseText}</p>
      <form className="form" noValidate onSubmit={form.submit(({ password }) => busy || onChoose(password))}>
        <NewPasswordField {...form.field('password')} />
        {error && <ErrorNotice error={error} />}
        <SubmitButton busy={busy}>{confirm.submit}</SubmitButton>
      </form>
    </div>
  )
}
