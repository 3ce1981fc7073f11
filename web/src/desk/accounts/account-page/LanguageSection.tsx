import type { CurrentUser } from '#contract/accounts/users.ts'
import { updateUserSettings } from '#contract/accounts/users.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { SelectField } from '#shared/native/SelectField.tsx'
import { setLanguage, useLanguage, type Language } from '#shared/texts/language.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { accountTexts } from '../account-texts.ts'

const LANGUAGES: readonly Language[] = ['en', 'de']

export const LanguageSection = ({ user }: { readonly user: CurrentUser }) => {
  const { language: text } = accountTexts.use()
  const ofPages = useLanguage()
  const command = useCommand(updateUserSettings)
  const chosen = (command.isPending && command.variables.body?.language) || user.language
  const options = LANGUAGES.map((code) => ({ value: code, label: text.names[code], lang: code }))
  return (
    <section className="card panel stack">
      <h2>{text.title}</h2>
      <SelectField
        label={text.pages}
        hint={text.pagesHint}
        options={options}
        value={ofPages}
        onChoose={setLanguage}
      />
      <SelectField
        label={text.mails}
        hint={command.isSuccess ? text.saved[command.data.language] : text.mailsHint}
        options={options}
        value={chosen}
        onChoose={(language: Language) => command.isPending || command.mutate({ body: { language } })}
      />
      {command.error && <ErrorNotice error={command.error} />}
    </section>
  )
}
