import { useText } from '#shared/texts/common.ts'
import { setThemeMode, useThemeMode } from '#shared/theme-mode.ts'
import { SelectField } from '#shared/native/SelectField.tsx'
import { accountTexts } from '../account-texts.ts'

const MODES = ['system', 'light', 'dark'] as const

export const ThemeSection = () => {
  const { theme: text } = accountTexts.use()
  const common = useText()
  return (
    <section className="card panel stack">
      <h2>{text.title}</h2>
      <SelectField
        label={text.label}
        hint={text.hint}
        options={MODES.map((value) => ({ value, label: common.theme[value] }))}
        value={useThemeMode()}
        onChoose={setThemeMode}
      />
    </section>
  )
}
