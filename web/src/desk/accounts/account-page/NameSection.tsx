import { updateUserSettings, type CurrentUser } from '#contract/accounts/users.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { useFields } from '#shared/forms/use-fields.ts'
import { Field } from '#shared/native/Field.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { SubmitButton } from '#shared/native/SubmitButton.tsx'
import { accountTexts } from '../account-texts.ts'

const LONGEST = 60

/** An empty name takes it away. */
export const NameSection = ({ user }: { readonly user: CurrentUser }) => {
  const { name: text } = accountTexts.use()
  const command = useCommand(updateUserSettings)
  const form = useFields({ name: user.name ?? '' }, ({ name }) => ({
    name: [...name.trim()].length > LONGEST ? text.tooLong : undefined,
  }))
  return (
    <section className="card panel">
      <form
        className="stack"
        noValidate
        onSubmit={form.submit(({ name }) => command.mutate({ body: { name: name.trim() || null } }))}
      >
        <h2>{text.title}</h2>
        <Field label={text.label} autoComplete="name" {...form.field('name')} />
        <p className="hint">{command.isSuccess ? text.saved : text.hint}</p>
        {command.error && <ErrorNotice error={command.error} />}
        <SubmitButton busy={command.isPending}>{text.save}</SubmitButton>
      </form>
    </section>
  )
}
