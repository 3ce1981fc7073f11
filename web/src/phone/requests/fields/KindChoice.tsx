import type { Kind } from '#contract/requests/kinds.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { Field } from '../../frame/Field.tsx'
import { fieldTexts } from './field-texts.ts'

type Props = {
  /** Without free text, which is there always. */
  readonly kinds: readonly Kind[]
  /** Undefined: free text. */
  readonly value: Kind | undefined
  readonly onValue: (kind: Kind | undefined) => void
}

/** Chooses what kind of request this is. */
export const KindChoice = ({ kinds, value, onValue }: Props) => {
  const text = fieldTexts.use()
  const language = useLanguage()
  if (kinds.length === 0) return null
  return (
    <Field label={text.kind}>
      {(inner) => (
        <select
          className="input"
          {...inner}
          name="kind"
          value={value?.id ?? ''}
          onChange={({ target }) => onValue(kinds.find(({ id }) => id === target.value))}
        >
          <option value="">{text.freeText}</option>
          {kinds.map(({ id, name }) => (
            <option key={id} value={id} dir="auto">
              {name[language]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
