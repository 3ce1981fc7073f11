import TextField from '@mui/material/TextField'
import type { Field } from '#contract/requests/kinds.ts'
import { CURRENCIES } from '#shared/kinds/amounts.ts'
import { personWords } from '#shared/parts/PersonText.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { currencyIn, type Example } from './example.ts'
import { testerTexts } from './tester-texts.ts'
import type { CompanyPerson } from '../rules/use-company.ts'

type Props = {
  readonly field: Field
  readonly example: Example
  readonly people: readonly CompanyPerson[]
  readonly fault: string | undefined
  readonly onExample: (example: Example) => void
}

/** One field of an example. */
export const ExampleField = (props: Props) => {
  const { field, example, fault, onExample } = props
  const language = useLanguage()
  const { name, type } = field
  const value = example.typed[name] ?? ''
  const onValue = (typed: string) => onExample({ ...example, typed: { ...example.typed, [name]: typed } })
  const options = useOptions(props)
  const common = {
    fullWidth: true,
    label: field.label[language],
    name: `example.${name}`,
    value,
    error: fault !== undefined,
    helperText: fault,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onValue(target.value),
  }
  if (options)
    return (
      <TextField {...common} select slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}>
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </TextField>
    )
  const isAmount = type === 'amount'
  const input = (
    <TextField
      {...common}
      type={type === 'date' ? 'date' : 'text'}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { dir: isAmount ? 'ltr' : 'auto', maxLength: 200, autoComplete: 'off' },
      }}
    />
  )
  return isAmount ? (
    <div className="rule-row">
      {input}
      <Currency field={field} example={example} onExample={onExample} />
    </div>
  ) : (
    input
  )
}

const useOptions = ({ field, people }: Props): readonly (readonly [string, string])[] | undefined => {
  const text = testerTexts.use()
  const language = useLanguage()
  const choose = ['', text.choose] as const
  if (field.type === 'choice')
    return [choose, ...(field.options ?? []).map((option) => [option.en, option[language]] as const)]
  if (field.type === 'person')
    return [choose, ...people.map((one) => [one.id, personWords(one, text.erased)] as const)]
  return undefined
}

const Currency = ({ field, example, onExample }: Pick<Props, 'field' | 'example' | 'onExample'>) => {
  const text = testerTexts.use()
  const language = useLanguage()
  const { name, label } = field
  return (
    <TextField
      select
      fullWidth
      label={text.currencyOf(label[language])}
      name={`example.${name}.currency`}
      value={currencyIn(example, name)}
      slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
      onChange={({ target }) =>
        onExample({ ...example, currencies: { ...example.currencies, [name]: target.value } })
      }
    >
      {CURRENCIES.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </TextField>
  )
}
