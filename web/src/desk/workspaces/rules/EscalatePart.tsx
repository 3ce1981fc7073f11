import { TypedPart, type PartProps } from './RuleInputs.tsx'
import { rulesTexts } from './rules-texts.ts'
import { Groups } from './WhoPart.tsx'

/** Who is asked too after some hours. Where all approvers are asked from the start, nobody is left. */
export const EscalatePart = (props: PartProps) => {
  const { rule, named, onRule } = props
  const { form: text } = rulesTexts.use()
  if (rule.who === 'any') return null
  return (
    <div className="rule-part">
      <TypedPart
        {...props}
        part="escalateAfter"
        label={text.escalateAfter}
        inputMode="numeric"
        value={rule.escalateAfter}
        onValue={(escalateAfter) => onRule({ escalateAfter })}
      />
      {rule.escalateAfter.trim() !== '' && (
        <Groups
          named={named}
          label={text.escalateTo}
          chosen={rule.escalateTo}
          onChosen={(escalateTo) => onRule({ escalateTo })}
        />
      )}
    </div>
  )
}
