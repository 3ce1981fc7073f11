import { useId } from 'react'
import type { PartProps } from './RuleInputs.tsx'
import { rulesTexts } from './rules-texts.ts'

/** What becomes of a request that too few can decide. Nobody is there for what must go before. */
export const ParkPart = ({ rule, onRule }: PartProps) => {
  const { form: text } = rulesTexts.use()
  const id = useId()
  if (rule.before !== '') return null
  return (
    <div className="rule-part">
      <div className="checkbox">
        <input
          id={id}
          name={`${rule.key}.park`}
          type="checkbox"
          checked={rule.park}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onRule({ park: target.checked })}
        />
        <label htmlFor={id}>{text.park}</label>
      </div>
      <p className="muted" id={`${id}-hint`}>
        {text.parkHint}
      </p>
    </div>
  )
}
